import type { Category, ParticipationState, spoken, Way } from '#match/participants/rules.ts'
import type { Programme } from '#match/programmes/rules.ts'

/** A text in the three languages. */
export const said = (ko: string, en: string, cn: string) => ({ ko, en, cn })
export type Said = ReturnType<typeof said>

type Spoken = (typeof spoken)[number]

/** How a company is in a fair; null: not at all. */
export type Part = { state: ParticipationState; note?: string; reason?: string } | null

/** Where nothing is said, a company is approved. */
interface Parts {
  spring?: Part
  past?: Part
}

export interface DemoSeller {
  /** By it products name their seller. */
  key: string
  name: Said
  ceo: string
  category: string
  categories: Category[]
  address: string
  introduction: Said
  languages: Spoken[]
  parts?: Parts
}

export interface DemoBuyer {
  name: Said
  ceo: string
  country: string
  timeZone: string
  city: string
  phone: string
  category: string
  buyerType: Way
  interests: Category[]
  languages: Spoken[]
  introduction: Said
  parts?: Parts
}

export interface DemoProduct {
  /** The end of its address. */
  key: string
  seller: string
  /** Below `assets/pictures/products`, without `product-`; the first is the one of lists. */
  pictures: string[]
  category: Category
  selected: [Programme, number]
  price: number
  size: string
  released: string
  name: Said
  ingredients: Said
  color: Said
  features: Said
  method: Said
}
