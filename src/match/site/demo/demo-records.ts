import { z } from 'zod'
import { DemoText, parseDemo } from '#kit/module/demo-records.ts'
import { categories, meetingLanguages, participationStates, ways } from '#match/participants/rules.ts'
import { programmes } from '#match/programmes/rules.ts'
import buyers from './demo-buyers.json' with { type: 'json' }
import meetingCompanies from './demo-meeting-companies.json' with { type: 'json' }
import products from './demo-products.json' with { type: 'json' }
import sellers from './demo-sellers.json' with { type: 'json' }

/** Participation of a company in a fair; null for none. */
const Participation = z
  .strictObject({
    state: z.enum(participationStates),
    note: z.string().optional(),
    reason: z.string().optional(),
  })
  .nullable()
export type DemoParticipation = z.infer<typeof Participation>

const company = {
  name: DemoText,
  ceo: z.string(),
  category: z.string(),
  introduction: DemoText,
  languages: z.array(z.enum(meetingLanguages)),
  /** Participation per fair; approved if omitted. */
  parts: z.strictObject({ spring: Participation.optional(), past: Participation.optional() }).optional(),
}

const Seller = z.strictObject({
  ...company,
  /** Key by which products refer to their seller. */
  key: z.string(),
  categories: z.array(z.enum(categories)),
  address: z.string(),
})
export type DemoSeller = z.infer<typeof Seller>

const Buyer = z.strictObject({
  ...company,
  country: z.string(),
  timeZone: z.string(),
  city: z.string(),
  phone: z.string(),
  buyerType: z.enum(ways),
  interests: z.array(z.enum(categories)),
})

const texts = { ingredients: DemoText, color: DemoText, features: DemoText, method: DemoText }

const Product = z.strictObject({
  ...texts,
  /** Last segment of its shop URL, and part of its id. */
  key: z.string(),
  seller: z.string(),
  /** File names in `assets/pictures/products` without the prefix `product-`; the first is shown in lists. */
  pictures: z.array(z.string()),
  category: z.enum(categories),
  /** Programme and year of selection. */
  selected: z.tuple([z.enum(programmes), z.number()]),
  price: z.number(),
  size: z.string(),
  released: z.string(),
  name: DemoText,
})
export type DemoProduct = z.infer<typeof Product>

/** Texts and pictures for companies and products that the matchings module seeds. */
const MeetingCompanies = z.strictObject({
  /** By English name. */
  introductions: z.record(z.string(), DemoText),
  products: z.array(
    z.strictObject({
      ...texts,
      /** Korean name. */
      ko: z.string(),
      picture: z.string(),
      size: z.string(),
      /** Month of release. */
      month: z.number(),
    }),
  ),
})

export const demoSellers = parseDemo(z.array(Seller), sellers)
export const demoBuyers = parseDemo(z.array(Buyer), buyers)
export const demoProducts = parseDemo(z.array(Product), products)
export const demoMeetingCompanies = parseDemo(MeetingCompanies, meetingCompanies)
