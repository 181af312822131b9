import { z } from 'zod'
import type { RouteDeclaration } from '#kit/contract.ts'
import type { TestApi } from '../server/test-api.ts'

/**
 * Slugs, ids, numbers and link keys that name no record: a parameter gets the first that it accepts. A parameter with a
 * closed list gets a value of the list.
 */
const unknownValues = ['none', '01900000-0000-7000-8000-000000000000', '0', 'none-has-this-16']

const findUnknownValue = ({ params }: RouteDeclaration, name: string, first: readonly string[]): string => {
  const schema = (params as z.ZodObject | undefined)?.shape[name] as z.ZodType | undefined
  const options = schema instanceof z.ZodEnum ? schema.options.map(String) : []
  const found = [...first, ...unknownValues, ...options].find((value) => schema?.safeParse(value).success)
  if (!found) throw new Error(`No value is known that ${name} takes.`)
  return found
}

/** Path of a route with well-formed parameters; `first` are tried before unknown ones. */
export const addressOf = (route: RouteDeclaration, first: readonly string[] = []): string =>
  route.path.replace(/\{(\w+)\}/g, (_, name) => findUnknownValue(route, name, first))

/** Calls a route without content: an allowed caller gets a validation error, others get 401 or 403 first. */
export const callEmpty = async (api: TestApi, route: RouteDeclaration, authorization?: string) => {
  const response = await api.request({
    method: route.method,
    url: addressOf(route),
    headers: authorization ? { authorization } : {},
  })
  const { code = '' } = (response.statusCode >= 400 ? response.json() : {}) as { code?: string }
  return { status: response.statusCode, code, headers: response.headers }
}

/** Deleting a record that is already gone succeeds here: a cart may be open in two tabs. */
const idempotentDeletes = ['/api/v1/me/carts/{option}', '/api/v1/shop/carts/{token}/{option}']

/**
 * Answers an allowed caller may get by the route's declaration, which prove that the handler ran or the content was
 * validated. A failing handler (500) or a missing route is not among them.
 */
export const answersTo = (route: RouteDeclaration): string[] => {
  if (route.upload) return ['415 wrong_kind']
  if (route.body && !z.safeParse(route.body, {}).success) return ['400 invalid']
  if (route.query && !z.safeParse(route.query, {}).success) return ['400 invalid']
  const success = `${route.status ?? (route.answer ? 200 : 204)}`
  const unknown = route.path.includes('{') ? ['404 not_found'] : []
  if (route.method === 'GET') return [success, ...unknown]
  // The route takes no content, or all of it is optional.
  if (unknown.length === 0) return [success, '400 stamp_required', '409 conflict']
  if (route.method === 'DELETE' && idempotentDeletes.includes(route.path)) return [success]
  // Without content there is no version to compare and no record to change or send again.
  return ['400 stamp_required', '409 conflict', ...unknown]
}

export const formatAnswer = ({ status, code }: { status: number; code: string }): string => `${status} ${code}`.trim()
