import { localizePath } from '#content/site/localize-path.ts'

/** Returns the address of a search. Without script the form sends `?keyword=` there. */
export const buildSearchPath = (keyword: string): string => {
  const trimmed = keyword.trim()
  return localizePath(trimmed ? `/auction-search/${encodeURIComponent(trimmed)}` : '/auction-search')
}

/** Warranty periods on a practice's page. */
export const warrantyPath = '/business/building#warranty'

/** Calculator of the periods, its calendar file, and the consultation form with its practice. */
export const periodsPath = '/business/periods'
export const calendarPath = '/business/periods.ics'
export const periodsConsultPath = '/consult?practice=building'

/** Returns the path of a lawyer's page, without locale: representatives have a page of their own, others a profile. */
export const getLawyerPath = ({ key, representative }: { key: string; representative: boolean }): string =>
  representative ? `/introduction/lawyer-${key}` : `/introduction/lawyer/${key}`
