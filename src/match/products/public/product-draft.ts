import type { z } from 'zod'
import { readWholeNumber } from '#kit/text/format-values.ts'
import type { OwnProduct, ProductInput } from '../contract.ts'

export const localizedFields = ['name', 'ingredients', 'color', 'features', 'method'] as const
export type LocalizedField = (typeof localizedFields)[number]
type Texts = { ko: string; en: string; cn: string }

/** Product as the form holds it: every field is text. */
export type ProductDraft = Record<LocalizedField, Texts> & {
  category: OwnProduct['category']
  certificate: OwnProduct['certificate']
  size: string
  country: string
  releaseDate: string
  awardDate: string
  salesSite: string
  retailPrice: string
  year: string
  visible: boolean
  pictures: OwnProduct['pictures']
}

const emptyTexts = (): Texts => ({ ko: '', en: '', cn: '' })

export const blankDraft = (): ProductDraft => ({
  name: emptyTexts(),
  ingredients: emptyTexts(),
  color: emptyTexts(),
  features: emptyTexts(),
  method: emptyTexts(),
  category: 'tableware',
  certificate: 'award',
  size: '',
  country: 'KR',
  releaseDate: '',
  awardDate: '',
  salesSite: '',
  retailPrice: '',
  year: String(new Date().getFullYear()),
  visible: true,
  pictures: [],
})

export const toDraft = (product: OwnProduct): ProductDraft => ({
  ...blankDraft(),
  ...(Object.fromEntries(localizedFields.map((field) => [field, { ...emptyTexts(), ...product[field] }])) as Record<
    LocalizedField,
    Texts
  >),
  category: product.category,
  certificate: product.certificate,
  size: product.size,
  country: product.country,
  releaseDate: product.releaseDate ?? '',
  awardDate: product.awardDate ?? '',
  salesSite: product.salesSite ?? '',
  retailPrice: product.retailPrice === null ? '' : String(product.retailPrice),
  year: String(product.year),
  visible: product.visible,
  pictures: product.pictures,
})

const withoutBlank = (texts: Texts) =>
  Object.fromEntries(Object.entries(texts).flatMap(([locale, text]) => (text.trim() ? [[locale, text.trim()]] : [])))

/** Names of the fields whose text is no whole number. JSON has no NaN, so the server would take them for empty. */
export const findWrongNumbers = ({ retailPrice, year }: ProductDraft): ('retailPrice' | 'year')[] => [
  ...(retailPrice.trim() && Number.isNaN(readWholeNumber(retailPrice)) ? ['retailPrice' as const] : []),
  ...(Number.isNaN(readWholeNumber(year)) ? ['year' as const] : []),
]

/** Request body of a draft without wrong numbers; other invalid values are left for the contract to report. */
export const toProductInput = (draft: ProductDraft): z.input<typeof ProductInput> => ({
  ...(Object.fromEntries(localizedFields.map((field) => [field, withoutBlank(draft[field])])) as Record<
    LocalizedField,
    Texts
  >),
  category: draft.category,
  certificate: draft.certificate,
  size: draft.size.trim(),
  country: draft.country.trim().toUpperCase(),
  releaseDate: draft.releaseDate || null,
  awardDate: draft.awardDate || null,
  salesSite: draft.salesSite.trim() || null,
  retailPrice: draft.retailPrice.trim() === '' ? null : readWholeNumber(draft.retailPrice),
  year: readWholeNumber(draft.year),
  visible: draft.visible,
  pictures: draft.pictures.map(({ _id }) => _id),
})
