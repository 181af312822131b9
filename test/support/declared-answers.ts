import { z } from 'zod'
import type { RouteDeclaration } from '#kit/contract.ts'
import type { TestApi } from '../server/api.ts'

/** Words, ids, numbers, keys of links: the first that a parameter takes names nothing. One of a closed list is named. */
const unknowns = ['none', '01900000-0000-7000-8000-000000000000', '0', 'none-has-this-16']

const unknownOf = ({ params }: RouteDeclaration, name: string, first: readonly string[]): string => {
  const schema = (params as z.ZodObject | undefined)?.shape[name] as z.ZodType | undefined
  const named = schema instanceof z.ZodEnum ? schema.options.map(String) : []
  const found = [...first, ...unknowns, ...named].find((value) => schema?.safeParse(value).success)
  if (!found) throw new Error(`No value is known that ${name} takes.`)
  return found
}

/** The address of a route with parameters that are well formed; `first` are tried before what names nothing. */
export const addressOf = (route: RouteDeclaration, first: readonly string[] = []): string =>
  route.path.replace(/\{(\w+)\}/g, (_, name) => unknownOf(route, name, first))

/** A call without content: an allowed caller is told what is missing, another is refused (401 or 403) first. */
export const callEmpty = async (api: TestApi, route: RouteDeclaration, authorization?: string) => {
  const response = await api.request({
    method: route.method,
    url: addressOf(route),
    headers: authorization ? { authorization } : {},
  })
  const { code = '' } = (response.statusCode >= 400 ? response.json() : {}) as { code?: string }
  return { status: response.statusCode, code, headers: response.headers }
}

/** Where what is taken away may be gone already: two tabs of one cart. */
const endsAsWanted = ['/api/v1/me/carts/{option}', '/api/v1/shop/carts/{token}/{option}']

/**
 * What somebody who may call is told, by what the route declares: its handler has run, or the content has been looked
 * at. A handler that breaks (500) and one that is not there are neither.
 */
export const answersTo = (route: RouteDeclaration): string[] => {
  if (route.upload) return ['415 wrong_kind']
  if (route.body && !z.safeParse(route.body, {}).success) return ['400 invalid']
  if (route.query && !z.safeParse(route.query, {}).success) return ['400 invalid']
  const success = `${route.status ?? (route.answer ? 200 : 204)}`
  const unknown = route.path.includes('{') ? ['404 not_found'] : []
  if (route.method === 'GET') return [success, ...unknown]
  // It has no content, or all of it may be left out.
  if (unknown.length === 0) return [success, '400 stamp_required', '409 conflict']
  if (route.method === 'DELETE' && endsAsWanted.includes(route.path)) return [success]
  // Nothing was sent to compare with; nothing is there to be changed or sent again.
  return ['400 stamp_required', '409 conflict', ...unknown]
}

export const toldOf = ({ status, code }: { status: number; code: string }): string => `${status} ${code}`.trim()
