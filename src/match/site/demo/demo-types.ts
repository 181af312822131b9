import type { Category, ParticipationState, spoken, Way } from '#match/participants/rules.ts'
import type { Programme } from '#match/programmes/rules.ts'

/** Creates a text in the three languages. */
export const said = (ko: string, en: string, cn: string) => ({ ko, en, cn })
export type Said = ReturnType<typeof said>

type Spoken = (typeof spoken)[number]

/** Participation of a company in a fair; null for none. */
export type Part = { state: ParticipationState; note?: string; reason?: string } | null

/** Participation per fair; approved if omitted. */
interface Parts {
  spring?: Part
  past?: Part
}

export interface DemoSeller {
  /** Key by which products refer to their seller. */
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
  /** Last segment of its shop URL, and part of its id. */
  key: string
  seller: string
  /** File names in `assets/pictures/products` without the prefix `product-`; the first is shown in lists. */
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
