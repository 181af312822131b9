import type { Access, RouteDeclaration } from './contract.ts'

/**
 * Actions in a console section; write includes read. `together` is write with a second person's approval, in sections
 * that have a route with `RouteDeclaration.together`.
 */
export const sectionActs = ['read', 'write', 'together'] as const
export type SectionAct = (typeof sectionActs)[number]

/** Part of the console for which access is granted, as named by modules and routes: `console:boards`. */
export type Section = `console:${string}`

/** Scope as held by levels: access to the console, or an action in one section. */
export type Scope = 'console' | `console:${string}:${SectionAct}`

/** True if a value from a token or the database is a scope. */
export const isScope = (text: unknown): text is Scope =>
  typeof text === 'string' && /^console(:[a-z][a-z0-9-]*:(read|write|together))?$/.test(text)

const isOneAct = (text: string): text is `console:${string}:${SectionAct}` =>
  /^console:.+:(read|write|together)$/.test(text)

export const scopeFor = (section: Section, act: SectionAct): Scope => `${section}:${act}`

/** Returns the section of a scope; null for `console` itself. */
export const sectionOf = (scope: string): Section | null =>
  scope.startsWith('console:') ? (scope.replace(/:(read|write|together)$/, '') as Section) : null

/** True if the scopes include `needed`, directly or through write. */
export const holds = (scopes: readonly string[], needed: Scope): boolean =>
  scopes.includes(needed) ||
  (/:(read|together)$/.test(needed) && scopes.includes(needed.replace(/(read|together)$/, 'write')))

/**
 * True if an account with these scopes may grant or revoke `scope`. A `together` scope requires write: a holder of
 * `together` alone could otherwise appoint the second person.
 */
export const mayGrant = (scopes: readonly string[], scope: string): boolean =>
  scope.endsWith(':together')
    ? scopes.includes(scope.replace(/together$/, 'write'))
    : isScope(scope) && holds(scopes, scope)

/** True if the scopes allow reading a section, or entering the console. */
export const mayRead = (scopes: readonly string[], section: Section | 'console'): boolean =>
  section === 'console'
    ? scopes.includes(section)
    : holds(scopes, isOneAct(section) ? section : scopeFor(section, 'read'))

/** True if the scopes allow changes in a section. */
export const mayWrite = (scopes: readonly string[], section: Section | 'console'): boolean =>
  section === 'console'
    ? scopes.includes(section)
    : holds(scopes, isOneAct(section) ? section : scopeFor(section, 'write'))

/** True if the scopes allow an action that may need approval: directly, or on request. */
export const mayRequest = (scopes: readonly string[], section: Section): boolean =>
  holds(scopes, scopeFor(section, 'together'))

/**
 * Returns the scope required by a route: GET requires read, other methods require write. An access that names its
 * action is used unchanged, such as `console:x:read` for a POST that changes nothing. Null if the route requires no
 * scope.
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

/** Expands sections and scopes to scopes; a section means both its read and its write scope. */
export const expandScopes = (names: readonly string[]): Scope[] => [
  ...new Set(
    names.flatMap((one): Scope[] => {
      if (isScope(one)) return [one]
      if (!one.startsWith('console:')) throw new Error(`${one} is no names`)
      return (['read', 'write'] as const).map((act) => scopeFor(one as Section, act))
    }),
  ),
]

/** Staff may enter the console and therefore have shorter sessions and longer passwords. */
export const isStaff = (scopes: readonly string[]) => scopes.includes('console')
