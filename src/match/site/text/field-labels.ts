import { languageTag } from '#kit/locale.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import type { Category, Way } from '../../participants/contract.ts'

export const categoryLabels: Record<Category, () => string> = {
  tableware: m.match_category_tableware,
  textile: m.match_category_textile,
  woodcraft: m.match_category_woodcraft,
  metalcraft: m.match_category_metalcraft,
  paper: m.match_category_paper,
  food: m.match_category_food,
  beauty: m.match_category_beauty,
  living: m.match_category_living,
}

export const wayLabels: Record<Way, () => string> = { online: m.match_way_online, offline: m.match_way_offline }

/** Country name for an ISO 3166 code. For loaders only: the first use of `Intl` in a browser is slow. */
export const countryName = (code: string): string =>
  new Intl.DisplayNames([languageTag[getLocale()]], { type: 'region', fallback: 'code' }).of(code) ?? code

/** Language name for an ISO 639 code. For loaders only. */
export const languageName = (code: string): string =>
  new Intl.DisplayNames([languageTag[getLocale()]], { type: 'language', fallback: 'code' }).of(code) ?? code
