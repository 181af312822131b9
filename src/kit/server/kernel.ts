import { safeParse } from 'zod/v4/core'
import { m } from '#messages/messages.js'
import type { Readings } from '../cache/readings.ts'
import { CallAsked, CallRefused, type Client, createClient } from '../client.ts'
import { type Access, type Asked, type Contract, Instant, type Locale, type RouteDeclaration } from '../contract.ts'
import { withdrawnAccount } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import { onlyOne } from '../module/module.ts'
import { holds, mayAsk, type Scope as Right, scopeOfRoute, sectionOf } from '../scopes.ts'
import { Context, type Extras, publicScope, type Scope, type Services } from './context.ts'
import { parsePart } from './parse.ts'
import { renderError } from './render-error.ts'
import { isOn, switchesOf } from './sites.ts'

export interface RawInput {
  params?: unknown
  query?: unknown
  body?: unknown
  files?: Extras['files']
  ifMatch?: string | undefined
  /** Idempotency-Key. */
  key?: string | undefined
}

/** `If-Match: "<updatedAt>"` or the body's `updatedAt`. */
const readStamp = (ifMatch: string | undefined, body: unknown): Date | null => {
  const text =
    ifMatch?.replace(/^W\//, '').replaceAll('"', '') ?? (body as { updatedAt?: string } | undefined)?.updatedAt
  const stamp = safeParse(Instant, text)
  return stamp.success ? new Date(stamp.data) : null
}

/** Whether an account's scopes open a route; those within the console need the entrance to it as well. */
export const isOpenTo = (route: Pick<RouteDeclaration, 'method' | 'access'>, scopes: readonly Right[]): boolean => {
  if (route.access === 'member') return true
  const needed = scopeOfRoute(route)
  return needed !== null && scopes.includes('console') && holds(scopes, needed)
}

/** Whether an account may do this together with another person only. */
const isAskedFor = (route: RouteDeclaration, scopes: readonly Right[]): boolean => {
  const section = route.together ? sectionOf(route.access) : null
  return section !== null && scopes.includes('console') && mayAsk(scopes, section) && !isOpenTo(route, scopes)
}

/** Refuses callers that may not use the route. Default deny: every access that is not listed needs its scope. */
export const checkAccess = (route: RouteDeclaration, scope: Scope): void => {
  const { principal } = scope
  const hasToken = /^bearer\b/i.test(scope.authorization ?? '')
  if (route.knowsMember && !principal && hasToken) throw new AppError('session_expired')
  if (route.access === 'public' || route.access === 'basic' || route.access === 'refresh') return
  if (!principal) throw new AppError(scope.authorization ? 'session_expired' : 'login_required')
  if (principal.needsTwoStep && !route.beforeTwoStep) throw new AppError('two_step_required')
  // What comes before 2-step verification is needed to get as far as the terms.
  if (principal.needsTerms && !route.beforeTerms && !route.beforeTwoStep) throw new AppError('agreement_required')
  if (!isOpenTo(route, principal.scopes) && !isAskedFor(route, principal.scopes)) throw new AppError('forbidden')
}

/** Whether a route belongs to the console. */
export const isOfConsole = (access: Access): boolean => access === 'console' || access.startsWith('console:')

interface Registered {
  /** Its name in the contract. */
  name: string
  site: string | undefined
  route: RouteDeclaration
  handler: (context: Context, input: never) => Promise<unknown>
}

/** Answer of a call that was kept until another person approves it; HTTP says 202. */
export class KeptForApproval {
  readonly #id: string

  constructor(id: string) {
    this.#id = id
  }

  told(locale: Locale): Asked {
    return { message: m.approvals_asked({}, { locale }), approval: this.#id }
  }
}

/** Every route of every module, called over HTTP or in the process, validated and refused alike. */
export class Kernel {
  readonly services: Services
  readonly routes: readonly Registered[]
  readonly #byRoute = new Map<RouteDeclaration, Registered>()

  constructor(services: Services) {
    this.services = services
    this.routes = services.modules.flatMap(({ site, contract, handlers }) =>
      Object.entries(contract).map(([name, route]) => {
        const handler = handlers[name]
        if (!handler) throw new Error(`No handler for ${route.method} ${route.path}`)
        if (!route.access) throw new Error(`No access declared for ${route.method} ${route.path}`)
        return { name, site, route, handler }
      }),
    )
    for (const registered of this.routes) this.#byRoute.set(registered.route, registered)
  }

  /** Refuses a route whose site is switched off, before any right is looked at: it is not there for anybody (404). */
  async checkSite(route: RouteDeclaration, scope: Scope, context = new Context(this.services, scope)): Promise<void> {
    const site = this.#byRoute.get(route)?.site
    if (site === undefined) return
    if (!isOn(await switchesOf(context), site)) throw new AppError('not_found')
  }

  /** Asks the modules whether this caller may use the console from where they are. */
  async admitToConsole(scope: Scope): Promise<void> {
    const context = new Context(this.services, scope)
    for (const { admitToConsole } of this.services.modules) await admitToConsole?.(context)
  }

  /**
   * Checks access and input, runs the handler, and drops every field that the answer does not declare. Of who may do it
   * together with another person only, it answers `KeptForApproval`.
   */
  async call(
    route: RouteDeclaration,
    raw: RawInput,
    scope: Scope,
    context = new Context(this.services, scope),
  ): Promise<unknown> {
    const registered = this.#byRoute.get(route)
    if (!registered) throw new AppError('not_found')
    // With the connection of the call: in a transaction it is held already, and another may not be free.
    await this.checkSite(route, scope, context)
    checkAccess(route, scope)
    const input = {
      params: parsePart(route.params, 'params', raw.params),
      query: parsePart(route.query, 'query', raw.query),
      body: parsePart(route.body, 'body', raw.body),
      sent: new Set(raw.body && typeof raw.body === 'object' ? Object.keys(raw.body) : []),
      stamp: readStamp(raw.ifMatch, raw.body),
      key: raw.key ?? null,
      files: raw.files ?? [],
    }
    if (!scope.principal || !isAskedFor(route, scope.principal.scopes))
      return this.#carryOut(registered, input, context)
    const approvals = onlyOne(this.services.modules, 'approvals')
    if (!approvals) throw new Error(`${route.path} can be asked for, and no module keeps what was asked for.`)
    const asked = { method: route.method, path: route.path, params: input.params, body: input.body }
    return context.transaction(async (within) => {
      const approved = route.together === 'by-asker' ? await approvals.spend(within, asked) : null
      if (!approved) return new KeptForApproval(await approvals.keep(within, asked))
      // With what the colleague read, whatever is said now.
      return this.#carryOut(registered, { ...input, body: parsePart(route.body, 'body', approved.body) }, within)
    })
  }

  async #carryOut({ route, handler }: Registered, input: object, context: Context): Promise<unknown> {
    // The handler was paired with its route's types where the resource was made.
    const answer = await handler(context, input as never).catch((error: unknown) => {
      // Withdrawn since it was let in: the same as a request that comes after it.
      const { principal } = context.scope
      throw principal && withdrawnAccount(error) === principal.userId ? new AppError('session_expired') : error
    })
    if (!route.answer) return undefined
    const checked = safeParse(route.answer, answer)
    if (!checked.success)
      throw new Error(
        `${route.method} ${route.path} answered against its contract: ${checked.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ')}`,
      )
    return checked.data
  }

  /**
   * The typed client of a contract for this process: the same checks, no socket. Refusals throw `CallRefused`. With
   * `readings`, answers of cached routes are shared; they depend on the address and the language alone.
   */
  client<C extends Contract>(contract: C, scope: Scope, readings?: Readings): Client<C> {
    return createClient(contract, async ({ route, path, query, body, options, params }) => {
      const raw = {
        params,
        query: Object.fromEntries(query),
        body,
        ifMatch: options.headers?.['if-match'],
        key: options.headers?.['idempotency-key'],
      }
      const call = async (own: Scope) => {
        const answer = await this.call(route, raw, own)
        if (answer instanceof KeptForApproval) throw new CallAsked(answer.told(own.locale))
        return answer
      }
      try {
        if (route.cached !== true || !readings) return await call(scope)
        return await readings.read(`${scope.locale} ${path}?${query}`, scope, (own) =>
          call(Object.assign(own, { ...publicScope(scope.locale), tags: own.tags })),
        )
      } catch (error) {
        if (error instanceof CallAsked) throw error
        const { status, body: refusal, unexpected } = renderError(error, scope.locale, scope.requestId)
        if (unexpected || status === 503) throw error
        throw new CallRefused(status, refusal)
      }
    })
  }

  /** A public list of the API for the cache; null when no cached route has that path. */
  async answerPublic(pathname: string, query: URLSearchParams, locale: Locale): Promise<PublicAnswer | null> {
    for (const { route } of this.routes) {
      if (!route.cached || route.method !== 'GET') continue
      const params = matchPath(route.path, pathname)
      if (!params) continue
      const scope = publicScope(locale)
      try {
        const answer = await this.call(route, { params, query: Object.fromEntries(query) }, scope)
        return { status: 200, body: answer, scope }
      } catch (error) {
        const rendered = renderError(error, locale, '')
        if (rendered.status >= 500) throw error
        return { status: rendered.status, body: rendered.body, scope }
      }
    }
    return null
  }
}

export interface PublicAnswer {
  status: number
  body: unknown
  scope: Scope
}

/** The parameters of a declared path in an address; null when it is another path. */
export const matchPath = (declared: string, pathname: string): Record<string, string> | null => {
  const wanted = declared.split('/')
  const given = pathname.split('/')
  if (wanted.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? ''
    if (part.startsWith('{')) {
      if (!value) return null
      try {
        params[part.slice(1, -1)] = decodeURIComponent(value)
      } catch {
        return null
      }
    } else if (part !== value) return null
  }
  return params
}
