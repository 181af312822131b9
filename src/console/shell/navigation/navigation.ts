import type { Place, Scope } from '#console/kit/manifest/console-manifest.ts'
import { mayRead } from '#kit/scopes.ts'
import { places, scopes } from '../manifests/manifests.ts'
import { type SectionKey, sectionNames } from './sections.ts'

export interface Section {
  key: SectionKey
  /** Two syllables in Korean and Chinese. */
  label: () => string
  places: readonly Place[]
}

/** Sections with the places of all modules, for rail, pane, palette and the permission check of addresses. */
export const sections: readonly Section[] = Object.entries(sectionNames).map(([key, label]) => ({
  key: key as SectionKey,
  label,
  places: places.get(key) ?? [],
}))

/** Label of a scope: '게시글 고치기'. */
export const scopeName = (scope: Scope): string => scopes.get(scope)?.() ?? scope

export const pathOf = (place: Place): string => place.to.split('?', 1)[0] ?? place.to

const isWithin = (pathname: string, place: Place): boolean =>
  pathname === pathOf(place) || pathname.startsWith(`${pathOf(place)}/`)

/** Sections with the places that an account with these scopes may open; omits empty sections. */
export const openSections = (scopes: readonly string[]): Section[] =>
  sections
    .map((section) => ({
      ...section,
      places: section.places.filter(({ scope }) => scope === undefined || mayRead(scopes, scope)),
    }))
    .filter(({ places }) => places.length > 0)

/** Place that an address belongs to: the longest matching path; a place without a query wins over one with it. */
export const placeOf = (pathname: string): { section: Section; place: Place } | undefined =>
  sections
    .flatMap((section) => section.places.map((place) => ({ section, place })))
    .filter(({ place }) => isWithin(pathname, place) && !place.to.includes('?'))
    .sort((a, b) => pathOf(b.place).length - pathOf(a.place).length)[0]

/** True if the address shows this place, including its query. */
export const isCurrentPlace = (place: Place, pathname: string, search: string): boolean => {
  const [, query] = place.to.split('?', 2)
  if (!isWithin(pathname, place)) return false
  const here = new URLSearchParams(search)
  if (query) return [...new URLSearchParams(query)].every(([name, value]) => here.get(name) === value)
  return true
}

/** True if an account with these scopes may open a console address. */
export const mayOpen = (to: string, scopes: readonly string[]): boolean => {
  const scope = placeOf(to.split('?', 1)[0] ?? to)?.place.scope
  return scope === undefined || mayRead(scopes, scope)
}
