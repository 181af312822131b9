import type { Access, RouteDeclaration } from './contract.ts'

/**
 * What can be done in a section of the console; who may write there may read there. `together`: what writing there does,
 * with another person: one asks, another approves. Sections have it whose routes say so (`RouteDeclaration.together`).
 */
export const sectionActs = ['read', 'write', 'together'] as const
export type SectionAct = (typeof sectionActs)[number]

/** A part of the console that rights are given for, as modules and routes name it: `console:boards`. */
export type Section = `console:${string}`

/** A right as levels hold it: the entrance to the console, and an act in one section. */
export type Scope = 'console' | `console:${string}:${SectionAct}`

/** Of whatever a token or a database says, what is a scope. */
export const isScope = (text: unknown): text is Scope =>
  typeof text === 'string' && /^console(:[a-z][a-z0-9-]*:(read|write|together))?$/.test(text)

const isOneAct = (text: string): text is `console:${string}:${SectionAct}` =>
  /^console:.+:(read|write|together)$/.test(text)

export const scopeFor = (section: Section, act: SectionAct): Scope => `${section}:${act}`

/** The section of a scope; null of the entrance. */
export const sectionOf = (scope: string): Section | null =>
  scope.startsWith('console:') ? (scope.replace(/:(read|write|together)$/, '') as Section) : null

/** Whether these scopes contain one, by itself or within writing. */
export const holds = (scopes: readonly string[], needed: Scope): boolean =>
  scopes.includes(needed) ||
  (/:(read|together)$/.test(needed) && scopes.includes(needed.replace(/(read|together)$/, 'write')))

/**
 * Whether who has these scopes may give one to others or take it from them. An act of two people is given by who may do
 * it alone: who may only ask for it would make the second person.
 */
export const mayGive = (scopes: readonly string[], given: string): boolean =>
  given.endsWith(':together')
    ? scopes.includes(given.replace(/together$/, 'write'))
    : isScope(given) && holds(scopes, given)

/** Whether these scopes let one see a section, or the console itself. */
export const mayRead = (scopes: readonly string[], section: Section | 'console'): boolean =>
  section === 'console'
    ? scopes.includes(section)
    : holds(scopes, isOneAct(section) ? section : scopeFor(section, 'read'))

/** Whether these scopes let one change something in a section. */
export const mayWrite = (scopes: readonly string[], section: Section | 'console'): boolean =>
  section === 'console'
    ? scopes.includes(section)
    : holds(scopes, isOneAct(section) ? section : scopeFor(section, 'write'))

/** Whether these scopes let one do something in a section that may need another person: alone, or by asking. */
export const mayAsk = (scopes: readonly string[], section: Section): boolean =>
  holds(scopes, scopeFor(section, 'together'))

/**
 * The scope that a route of a section asks for: GET reads, everything else writes. An access that names its act is
 * taken as it is: a POST that changes nothing may ask for `console:x:read`. Null for routes that need none.
 */
export const scopeOfRoute = ({
  method,
  access,
}: {
  method: RouteDeclaration['method']
  access: Access
}): Scope | null => {
  if (access === 'console') return access
  if (!isSection(access)) return null
  return isOneAct(access) ? access : scopeFor(access, method === 'GET' ? 'read' : 'write')
}

const isSection = (access: Access): access is Section => access.startsWith('console:')

/** The scopes that a list of sections and scopes means: a section by itself means both its acts. */
export const wholeScopes = (given: readonly string[]): Scope[] => [
  ...new Set(
    given.flatMap((one): Scope[] => {
      if (isScope(one)) return [one]
      if (!one.startsWith('console:')) throw new Error(`${one} is no scope`)
      return (['read', 'write'] as const).map((act) => scopeFor(one as Section, act))
    }),
  ),
]
