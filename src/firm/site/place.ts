import { inLocale } from '#kit/web/addresses/locale-path.ts'
import { locatePath } from '#kit/web/addresses/site-locations.ts'
import { getLocale } from '#messages/runtime.js'

/** An address of a menu or a record in the language of the page; what leads out of the site stays as it is. */
export const place = (path: string): string => (path.startsWith('/') ? locatePath(inLocale(getLocale(), path)) : path)

/** Where a search leads. Without script the form sends `?keyword=` there. */
export const searchPlace = (keyword: string): string => {
  const word = keyword.trim()
  return place(word ? `/auction-search/${encodeURIComponent(word)}` : '/auction-search')
}

/** Where a practice's page tells the years of warranty. */
export const warrantyAddress = '/business/building#warranty'

/** The calculator of the periods, its calendar, and the request that asks to have them confirmed. */
export const periodsAddress = '/business/periods'
export const calendarAddress = '/business/periods.ics'
export const periodsConsultAddress = '/consult?practice=building'

/** A representative has a page of their own, everybody else a profile. Without language. */
export const lawyerAddress = ({ key, representative }: { key: string; representative: boolean }): string =>
  representative ? `/introduction/lawyer-${key}` : `/introduction/lawyer/${key}`
