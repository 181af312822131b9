import type { Place, Scope } from '#console/kit/manifest/console-manifest.ts'
import { mayRead } from '#kit/scopes.ts'
import { places, scopes } from '../manifests/manifests.ts'
import { type SectionKey, sectionNames } from './sections.ts'

export interface Section {
  key: SectionKey
  /** Two syllables. */
  label: () => string
  places: readonly Place[]
}

/** The sections with the places of all modules: rail, pane, palette and the refusal of an address read them. */
export const sections: readonly Section[] = Object.entries(sectionNames).map(([key, label]) => ({
  key: key as SectionKey,
  label,
  places: places.get(key) ?? [],
}))

/** A scope in words: '게시글 고치기'. */
export const scopeName = (scope: Scope): string => scopes.get(scope)?.() ?? scope

export const pathOf = (place: Place): string => place.to.split('?', 1)[0] ?? place.to

const isWithin = (pathname: string, place: Place): boolean =>
  pathname === pathOf(place) || pathname.startsWith(`${pathOf(place)}/`)

/** Places that an account with these scopes may enter, section by section; sections without any are left out. */
export const openSections = (scopes: readonly string[]): Section[] =>
  sections
    .map((section) => ({
      ...section,
      places: section.places.filter(({ scope }) => scope === undefined || mayRead(scopes, scope)),
    }))
    .filter(({ places }) => places.length > 0)

/** The place an address belongs to: the one with the longest matching path, without a query before one with it. */
export const placeOf = (pathname: string): { section: Section; place: Place } | undefined =>
  sections
    .flatMap((section) => section.places.map((place) => ({ section, place })))
    .filter(({ place }) => isWithin(pathname, place) && !place.to.includes('?'))
    .sort((a, b) => pathOf(b.place).length - pathOf(a.place).length)[0]

/** True when the place is what the address shows, with its query where it has one. */
export const isHere = (place: Place, pathname: string, search: string): boolean => {
  const [, query] = place.to.split('?', 2)
  if (!isWithin(pathname, place)) return false
  const here = new URLSearchParams(search)
  if (query) return [...new URLSearchParams(query)].every(([name, value]) => here.get(name) === value)
  return true
}

/** True when an account with these scopes may open an address of the console. */
export const mayOpen = (to: string, scopes: readonly string[]): boolean => {
  const scope = placeOf(to.split('?', 1)[0] ?? to)?.place.scope
  return scope === undefined || mayRead(scopes, scope)
}
