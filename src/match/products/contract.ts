import { z } from 'zod'
import {
  ById,
  crud,
  headerLine,
  Id,
  Instant,
  Link,
  Locale,
  listQuery,
  localized,
  localizedOptional,
  maxPictureBytes,
  Picture,
  page,
  recordFields,
  route,
} from '#kit/contract.ts'
import { Phase } from '#match/fairs/contract.ts'
import { Category, Country } from '#match/participants/contract.ts'
import { Programme, Year } from '#match/programmes/contract.ts'

const Day = z.iso.date()

/** Maximum pictures per product. */
export const maxPictures = 8

export const ProductInput = z.strictObject({
  name: localized(120),
  category: Category,
  ingredients: localizedOptional(1000).default({}),
  color: localizedOptional(120).default({}),
  size: headerLine(120).default(''),
  country: Country.default('KR').describe('Country of manufacture'),
  releaseDate: Day.nullable().default(null),
  awardDate: Day.nullable().default(null).describe('Day of the award selection'),
  salesSite: Link.nullable().default(null),
  retailPrice: z.number().int().min(0).max(1e12).nullable().default(null).describe('Whole won'),
  features: localizedOptional(4000).default({}),
  method: localizedOptional(4000).default({}).describe('Manufacturing method'),
  year: Year.describe('Year of selection'),
  certificate: Programme,
  pictures: z.array(Id).max(maxPictures).default([]),
  visible: z.boolean().default(true),
})

/** Product as edited by its seller. */
export const OwnProduct = z
  .object({ ...recordFields, ...ProductInput.shape, salesSite: z.string().nullable(), pictures: z.array(Picture) })
  .meta({ id: 'OwnProduct' })
export type OwnProduct = z.infer<typeof OwnProduct>

/** Product in a public list, in the reader's language. */
export const ProductLine = z
  .object({
    _id: Id,
    name: z.string(),
    category: Category,
    year: z.number().int(),
    certificate: Programme,
    retailPrice: z.number().int().nullable(),
    country: Country,
    picture: Picture.nullable(),
    lang: Locale,
    seller: z.object({ _id: Id, name: z.string() }),
  })
  .meta({ id: 'ProductLine' })
export type ProductLine = z.infer<typeof ProductLine>

export const Product = z
  .object({
    ...ProductLine.shape,
    ingredients: z.string(),
    color: z.string(),
    size: z.string(),
    releaseDate: Day.nullable(),
    awardDate: Day.nullable(),
    salesSite: z.string().nullable(),
    features: z.string(),
    method: z.string(),
    pictures: z.array(Picture),
    fairs: z
      .array(z.object({ _id: Id, title: z.string(), phase: Phase, startsAt: Instant }))
      .describe('Fairs in which the product is shown'),
  })
  .meta({ id: 'Product' })
export type Product = z.infer<typeof Product>

const ownRoutes = crud('/api/v1/me/products', { one: 'product', many: 'products' }, OwnProduct, ProductInput, {
  access: 'member',
  owned: true,
  sort: ['createdAt', 'updatedAt', 'year'],
  filters: {},
})

const paging = listQuery(['year'])
const found = {
  page: paging.page,
  limit: paging.limit,
  q: paging.q,
  category: Category.optional(),
  certificate: Programme.optional(),
  year: z.coerce.number().pipe(Year).optional(),
  seller: Id.optional(),
}

/** Routes of products. */
export const products = {
  ...ownRoutes,
  uploadPicture: route({
    method: 'POST',
    path: '/api/v1/me/products/pictures',
    access: 'member',
    summary: 'Uploads a picture before the product is saved.',
    upload: { field: 'image', kinds: ['picture'], maxBytes: maxPictureBytes, maxFiles: 1 },
    answer: z.object({ picture: Picture }),
    status: 201,
    perMinute: 30,
  }),
  everyProduct: route({
    method: 'GET',
    path: '/api/v1/products',
    access: 'public',
    summary: 'Lists all award and rookie products, latest year first.',
    query: z.strictObject(found),
    answer: page('products', ProductLine),
    cached: 'apart',
  }),
  product: route({
    method: 'GET',
    path: '/api/v1/products/{id}',
    access: 'public',
    summary: 'Returns a product.',
    params: ById,
    answer: z.object({ product: Product }),
    cached: true,
  }),
  inFair: route({
    method: 'GET',
    path: '/api/v1/fairs/{id}/products',
    access: 'public',
    summary: 'Lists the products in a fair, latest year first.',
    params: z.strictObject({ id: Id }),
    query: z.strictObject(found),
    answer: page('products', ProductLine),
    cached: 'apart',
  }),
  oneInFair: route({
    method: 'GET',
    path: '/api/v1/fairs/{id}/products/{product}',
    access: 'public',
    summary: 'Returns a product in a fair.',
    params: z.strictObject({ id: Id, product: Id }),
    answer: z.object({ product: Product }),
    cached: true,
  }),
}
