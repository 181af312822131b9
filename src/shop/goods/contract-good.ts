import { z } from 'zod'
import { Id, Instant, localized, localizedOptional, Picture, recordFields } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'
import { Price, Rate, WonTotal } from '#shop/money/contract.ts'
import { deliveryRules } from '#shop/money/rules.ts'
import { maxAxes, maxOptions, maxPictures } from './rules.ts'

fieldMessages({
  good_options: m.goods_field_options,
  good_price: m.goods_field_price,
  good_period: m.goods_field_period,
  good_stock: m.goods_field_stock,
})

export const OptionInput = z.strictObject({
  _id: Id.optional().describe('Id of an existing option'),
  values: z.array(localized(60)).max(maxAxes).describe('One value for each attribute of the product'),
  code: z.string().trim().max(40).default(''),
  difference: z.number().int().min(-1e9).max(1e9).default(0).describe('Surcharge in won'),
  restockOn: z.iso.date().nullable().default(null),
  visible: z.boolean().default(true),
})

/** Option as staff see it. */
export const Option = OptionInput.extend({ _id: Id, stock: z.number().int().describe('Pieces') }).meta({
  id: 'ShopOption',
})
export type Option = z.infer<typeof Option>

export const GoodInput = z.strictObject({
  name: localized(120),
  maker: localizedOptional(80).default({}),
  summary: localizedOptional(200).default({}),
  /** Plain text with line breaks. */
  story: localizedOptional(10_000).default({}),
  facts: z
    .array(z.strictObject({ label: localized(40), text: localized(200) }))
    .max(20)
    .default([]),
  award: localizedOptional(60).default({}),
  category: Id.nullable().default(null),
  pictures: z.array(Id).max(maxPictures).default([]),
  price: Price.min(1),
  discount: Rate.max(9000).default(0),
  discountFrom: Instant.nullable().default(null),
  discountTo: Instant.nullable().default(null),
  /** Hundredths of a percent; null: the rate of the shop's conditions. */
  pointRate: Rate.nullable().default(null),
  delivery: z.enum(deliveryRules).default('rule'),
  deliveryFee: Price.default(0),
  showFrom: Instant.nullable().default(null),
  showTo: Instant.nullable().default(null),
  visible: z.boolean().default(false),
  axes: z.array(localized(30)).max(maxAxes).default([]),
  options: z.array(OptionInput).min(1).max(maxOptions),
})

/** Product as staff see it. Stock changes only through `stock`, by adding and removing. */
export const Good = z
  .object({
    ...recordFields,
    ...GoodInput.shape,
    pictures: z.array(Picture),
    options: z.array(Option),
    sold: z.number().int().describe('Pieces in orders that are not cancelled'),
  })
  .meta({ id: 'ShopProduct' })
export type Good = z.infer<typeof Good>

export const GoodLine = z
  .object({
    ...recordFields,
    name: GoodInput.shape.name,
    maker: GoodInput.shape.maker,
    category: Id.nullable(),
    picture: Picture.nullable(),
    price: WonTotal,
    discount: Rate,
    discountFrom: Instant.nullable(),
    discountTo: Instant.nullable(),
    showFrom: Instant.nullable(),
    showTo: Instant.nullable(),
    stock: z.number().int().describe('Pieces in stock of all options'),
    least: z.number().int().describe('Lowest stock of an option'),
    visible: z.boolean(),
  })
  .meta({ id: 'ShopProductLine' })
export type GoodLine = z.infer<typeof GoodLine>
