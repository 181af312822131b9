import { z } from 'zod'

// Required structured data per kind of page: names from schema.org, required fields from the search engines'
// documentation of Article, Breadcrumb, FAQ and Local business.

const words = z.string().regex(/\S/)
const address = z.string().regex(/^https?:\/\/[!-~]+$/)
const moment = z.iso.datetime()
const image = z.union([address, z.array(address).min(1)])
const phone = z.string().regex(/^0\d{1,2}-\d{3,4}-\d{4}$/)
const postal = z.object({ '@type': z.literal('PostalAddress'), streetAddress: words, addressCountry: z.literal('KR') })

const office = z.object({
  '@type': z.literal('LegalService'),
  name: words,
  url: address,
  telephone: phone,
  address: postal,
})
const firm = z.object({ '@type': z.literal('LegalService'), name: words, url: address, telephone: phone })
const publisher = z.object({ '@type': z.literal('Organization'), name: words, url: address })

/** Every object is self-contained. */
const described = { '@context': z.literal('https://schema.org'), url: address, image }

const article = {
  ...described,
  headline: words,
  datePublished: moment,
  dateModified: moment,
  inLanguage: z.enum(['ko', 'en', 'zh-Hans']),
  author: publisher,
  publisher,
}

const person = z.object({ ...described, '@type': z.literal('Person'), name: words, jobTitle: words, worksFor: firm })
const collection = z.object({ ...described, '@type': z.literal('CollectionPage'), name: words })
const service = z.object({
  ...described,
  '@type': z.literal('Service'),
  name: words,
  description: words,
  provider: firm,
})

const ware = z.object({
  ...described,
  '@type': z.literal('Product'),
  name: words,
  category: words,
  manufacturer: z.object({ '@type': z.literal('Organization'), name: words }),
})

/** A product with the fields required for offers and reviews. */
const sold = z.object({
  ...described,
  '@type': z.literal('Product'),
  name: words,
  description: words,
  brand: z.object({ '@type': z.literal('Brand'), name: words }),
  offers: z
    .array(
      z.object({
        '@type': z.literal('Offer'),
        url: address,
        sku: words,
        price: z.int().positive(),
        priceCurrency: z.literal('KRW'),
        availability: z.enum(['https://schema.org/InStock', 'https://schema.org/OutOfStock']),
      }),
    )
    .min(1),
  aggregateRating: z
    .object({
      '@type': z.literal('AggregateRating'),
      ratingValue: z.number().min(1).max(5),
      reviewCount: z.int().positive(),
    })
    .optional(),
  review: z
    .array(
      z.object({
        '@type': z.literal('Review'),
        author: z.object({ '@type': z.literal('Person'), name: words }),
        datePublished: moment,
        reviewBody: words,
        reviewRating: z.object({ '@type': z.literal('Rating'), ratingValue: z.int().min(1).max(5) }),
      }),
    )
    .min(1)
    .optional(),
})

/** The questions of a page, each with its answer. */
export const FaqPage = z.object({
  '@context': z.literal('https://schema.org'),
  '@type': z.literal('FAQPage'),
  mainEntity: z
    .array(
      z.object({
        '@type': z.literal('Question'),
        name: words,
        acceptedAnswer: z.object({ '@type': z.literal('Answer'), text: words }),
      }),
    )
    .min(1),
})

/** Breadcrumb of a page, starting at the home page. */
export const BreadcrumbList = z.object({
  '@context': z.literal('https://schema.org'),
  '@type': z.literal('BreadcrumbList'),
  itemListElement: z
    .array(z.object({ '@type': z.literal('ListItem'), position: z.int(), name: words, item: address }))
    .min(2)
    .refine((items) => items.every(({ position }, at) => position === at + 1), 'positions count from 1'),
})

/** Schema of a page by route id without the language; null for pages that describe no entity. */
export const aboutOf: Record<string, z.ZodType | null> = {
  home: z.object({ ...described, ...office.shape, department: z.array(office).min(1) }),
  center: z.object({ ...described, '@type': z.literal('AboutPage'), name: words, mainEntity: firm }),
  lawyers: collection.extend({
    mainEntity: z.object({
      '@type': z.literal('ItemList'),
      itemListElement: z
        .array(z.object({ '@type': z.literal('ListItem'), position: z.int(), name: words, url: address }))
        .min(1),
    }),
  }),
  lawyer: person,
  representative: person,
  office: z.object({ ...described, ...office.shape, parentOrganization: firm.omit({ telephone: true }) }),
  practice: service,
  construction: service,
  stories: collection,
  projects: collection,
  story: z.object({ ...article, '@type': z.literal('NewsArticle') }),
  project: z.object({ ...article, '@type': z.literal('Article') }),
  terms: null,
  periods: null,
  consult: null,
  'consult/status': null,
  'center/notices': null,
  'center/notice': null,
  // No picture: a card has the theme of one site, and this page belongs to all.
  'center/faq': z.object({ url: address, ...FaqPage.shape }),
  'center/questions': null,
  'match/home': z.object({ ...described, ...publisher.shape, description: words }),
  'match/about': z.object({ ...described, '@type': z.literal('AboutPage'), name: words, mainEntity: publisher }),
  'match/manual': z.object({
    ...described,
    '@type': z.literal('HowTo'),
    name: words,
    step: z.array(z.object({ '@type': z.literal('HowToStep'), position: z.int(), name: words, text: words })).min(3),
  }),
  'match/notices': null,
  'match/notice': null,
  'match/faq': z.object({ ...described, ...FaqPage.shape }),
  'match/join': null,
  'match/join/side': null,
  'match/fairs': collection,
  'match/fair': z.object({
    ...described,
    '@type': z.literal('BusinessEvent'),
    name: words,
    startDate: moment,
    endDate: moment,
    location: z.object({ '@type': z.literal('Place'), name: words, address: words }),
    organizer: publisher,
  }),
  'match/fair/products': collection,
  'match/fair/buyers': collection,
  'match/fair/programme': null,
  'match/fair/product': ware,
  'match/fair/seller': z.object({ ...described, '@type': z.literal('Organization'), name: words }),
  'match/fair/buyer': z.object({ ...described, '@type': z.literal('Organization'), name: words }),
  'match/products': collection,
  'match/product': ware,
  'auction/home': collection,
  'auction/program': z.object({
    ...described,
    '@type': z.literal('SaleEvent'),
    name: words,
    startDate: moment,
    endDate: moment,
    location: z.object({ '@type': z.literal('VirtualLocation'), url: address }),
    organizer: z.object({ '@type': z.literal('Organization'), name: words }),
  }),
  'auction/hall': collection,
  'auction/work': z.object({
    ...described,
    '@type': z.literal('VisualArtwork'),
    name: words,
    creator: z.object({ '@type': z.literal('Person'), name: words }).optional(),
    offers: z.object({
      '@type': z.literal('Offer'),
      priceCurrency: z.literal('KRW'),
      price: z.int().positive(),
      availabilityEnds: moment,
      url: address,
    }),
  }),
  'auction/proof': null,
  'auction/authors': collection,
  'auction/author': z.object({ ...described, '@type': z.literal('Person'), name: words }),
  'auction/results': collection,
  'shop/home': collection,
  'shop/category': collection,
  'shop/product': sold,
}
