import type { Category, meetingLanguages, ParticipationState, Way } from '#match/participants/rules.ts'
import type { Programme } from '#match/programmes/rules.ts'

/** Creates a text in the three languages. */
export const localizedText = (ko: string, en: string, cn: string) => ({ ko, en, cn })
export type LocalizedText = ReturnType<typeof localizedText>

type Spoken = (typeof meetingLanguages)[number]

/** Participation of a company in a fair; null for none. */
export type DemoParticipation = { state: ParticipationState; note?: string; reason?: string } | null

/** Participation per fair; approved if omitted. */
interface Parts {
  spring?: DemoParticipation
  past?: DemoParticipation
}

export interface DemoSeller {
  /** Key by which products refer to their seller. */
  key: string
  name: LocalizedText
  ceo: string
  category: string
  categories: Category[]
  address: string
  introduction: LocalizedText
  languages: Spoken[]
  parts?: Parts
}

export interface DemoBuyer {
  name: LocalizedText
  ceo: string
  country: string
  timeZone: string
  city: string
  phone: string
  category: string
  buyerType: Way
  interests: Category[]
  languages: Spoken[]
  introduction: LocalizedText
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
  name: LocalizedText
  ingredients: LocalizedText
  color: LocalizedText
  features: LocalizedText
  method: LocalizedText
}
