import { z } from 'zod'

// What the structured data of each kind of page must say: names by schema.org, what is asked for by the search
// engines' own pages about Article, Breadcrumb, FAQ and Local business.

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

/** Every description is complete by itself. */
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

/** The way to a page, beginning at the home page. */
export const BreadcrumbList = z.object({
  '@context': z.literal('https://schema.org'),
  '@type': z.literal('BreadcrumbList'),
  itemListElement: z
    .array(z.object({ '@type': z.literal('ListItem'), position: z.int(), name: words, item: address }))
    .min(2)
    .refine((items) => items.every(({ position }, at) => position === at + 1), 'positions count from 1'),
})

/** What a page is, by the id of its route without the language; null for what is a place and no thing. */
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
  'center/faq': z.object({ ...described, ...FaqPage.shape }),
  'center/questions': null,
}
