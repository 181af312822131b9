import { safeParse } from 'zod/v4/core'
import { m } from '#messages/messages.js'
import type { LoaderCache } from '../cache/loader-cache.ts'
import { CallPending, CallRefused, type Client, createClient } from '../client.ts'
import {
  type Access,
  type Contract,
  Instant,
  type Locale,
  type PendingCall,
  type RouteDeclaration,
} from '../contract.ts'
import { withdrawnAccount } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import { onlyOne } from '../module/module.ts'
import { holds, mayRequest, type Scope as Right, scopeOfRoute, sectionOf } from '../scopes.ts'
import { Context, type Extras, publicScope, type Scope, type Services } from './context.ts'
import { renderError } from './http/render-error.ts'
import { isSiteEnabled, readSiteSwitches } from './open-sites.ts'
import { parseInput } from './parse-input.ts'

export interface RawInput {
  params?: unknown
  query?: unknown
  body?: unknown
  files?: Extras['files']
  ifMatch?: string | undefined
  /** Value of the Idempotency-Key header. */
  key?: string | undefined
}

/** Reads the version from `If-Match: "<updatedAt>"` or the body's `updatedAt`. */
const readStamp = (ifMatch: string | undefined, body: unknown): Date | null => {
  const text =
    ifMatch?.replace(/^W\//, '').replaceAll('"', '') ?? (body as { updatedAt?: string } | undefined)?.updatedAt
  const stamp = safeParse(Instant, text)
  return stamp.success ? new Date(stamp.data) : null
}

/** True if the scopes allow the route; console routes also require the `console` scope. */
export const isOpenTo = (route: Pick<RouteDeclaration, 'method' | 'access'>, scopes: readonly Right[]): boolean => {
  if (route.access === 'member') return true
  const needed = scopeOfRoute(route)
  return needed !== null && scopes.includes('console') && holds(scopes, needed)
}

/** True if the account may call the route only with another person's approval. */
const isAskedFor = (route: RouteDeclaration, scopes: readonly Right[]): boolean => {
  const section = route.together ? sectionOf(route.access) : null
  return section !== null && scopes.includes('console') && mayRequest(scopes, section) && !isOpenTo(route, scopes)
}

/**
 * Throws if the caller may not use the route. Denies by default: any access not handled explicitly requires its scope.
 */
export const checkAccess = (route: RouteDeclaration, scope: Scope): void => {
  const { principal } = scope
  const hasToken = /^bearer\b/i.test(scope.authorization ?? '')
  if (route.knowsMember && !principal && hasToken) throw new AppError('session_expired')
  if (route.access === 'public' || route.access === 'basic' || route.access === 'refresh') return
  if (!principal) throw new AppError(scope.authorization ? 'session_expired' : 'login_required')
  if (principal.needsTwoStep && !route.beforeTwoStep) throw new AppError('two_step_required')
  // Routes allowed before 2-step verification must work before the agreement too, because verification comes first.
  if (principal.needsTerms && !route.beforeTerms && !route.beforeTwoStep) throw new AppError('agreement_required')
  if (!isOpenTo(route, principal.scopes) && !isAskedFor(route, principal.scopes)) throw new AppError('forbidden')
}

export const isConsoleRoute = (access: Access): boolean => access === 'console' || access.startsWith('console:')

interface Registered {
  /** Name in the contract. */
  name: string
  site: string | undefined
  route: RouteDeclaration
  handler: (context: Context, input: never) => Promise<unknown>
}

/** Answer of a call that awaits another person's approval; sent as HTTP 202. */
export class PendingAnswer {
  readonly #id: string

  constructor(id: string) {
    this.#id = id
  }

  toBody(locale: Locale): PendingCall {
    return { message: m.approvals_asked({}, { locale }), approval: this.#id }
  }
}

/** Registry of all routes of all modules. Calls over HTTP and in-process calls get the same validation and refusals. */
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

  /** Throws `not_found` if the route's site is disabled, before any access check: then it exists for no caller. */
  async checkSite(route: RouteDeclaration, scope: Scope, context = new Context(this.services, scope)): Promise<void> {
    const site = this.#byRoute.get(route)?.site
    if (site === undefined) return
    if (!isSiteEnabled(await readSiteSwitches(context), site)) throw new AppError('not_found')
  }

  /** Throws if a module refuses console access for this caller, for example from their network. */
  async admitToConsole(scope: Scope): Promise<void> {
    const context = new Context(this.services, scope)
    for (const { admitToConsole } of this.services.modules) await admitToConsole?.(context)
  }

  /**
   * Checks access and input, runs the handler, and drops every field that the answer does not declare. Returns
   * `KeptForApproval` if the caller needs another person's approval.
   */
  async call(
    route: RouteDeclaration,
    raw: RawInput,
    scope: Scope,
    context = new Context(this.services, scope),
  ): Promise<unknown> {
    const registered = this.#byRoute.get(route)
    if (!registered) throw new AppError('not_found')
    // Use the call's connection: within a transaction, another one may not be available.
    await this.checkSite(route, scope, context)
    checkAccess(route, scope)
    const input = {
      params: parseInput(route.params, 'params', raw.params),
      query: parseInput(route.query, 'query', raw.query),
      body: parseInput(route.body, 'body', raw.body),
      sent: new Set(raw.body && typeof raw.body === 'object' ? Object.keys(raw.body) : []),
      stamp: readStamp(raw.ifMatch, raw.body),
      key: raw.key ?? null,
      files: raw.files ?? [],
    }
    if (!scope.principal || !isAskedFor(route, scope.principal.scopes))
      return this.#runHandler(registered, input, context)
    const approvals = onlyOne(this.services.modules, 'approvals')
    if (!approvals) throw new Error(`${route.path} can be asked for, and no module keeps what was asked for.`)
    const approvalCall = { method: route.method, path: route.path, params: input.params, body: input.body }
    return context.transaction(async (transactionContext) => {
      const approved = route.together === 'by-asker' ? await approvals.consume(transactionContext, approvalCall) : null
      if (!approved) return new PendingAnswer(await approvals.store(transactionContext, approvalCall))
      // Use the body that the colleague approved, whatever is sent now.
      return this.#runHandler(
        registered,
        { ...input, body: parseInput(route.body, 'body', approved.body) },
        transactionContext,
      )
    })
  }

  async #runHandler({ route, handler }: Registered, input: object, context: Context): Promise<unknown> {
    // `defineModule` matched the handler's types to its route.
    const answer = await handler(context, input as never).catch((error: unknown) => {
      // The caller was withdrawn during the request: answer like a later request.
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
   * Creates the typed in-process client of a contract: same checks, no socket. Throws `CallRefused`. With `loaderCache`,
   * answers of cached routes are shared; they depend only on URL and language.
   */
  client<C extends Contract>(contract: C, scope: Scope, loaderCache?: LoaderCache): Client<C> {
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
        if (answer instanceof PendingAnswer) throw new CallPending(answer.toBody(own.locale))
        return answer
      }
      try {
        if (route.cached !== true || !loaderCache) return await call(scope)
        return await loaderCache.read(`${scope.locale} ${path}?${query}`, scope, (own) =>
          call(Object.assign(own, { ...publicScope(scope.locale), tags: own.tags })),
        )
      } catch (error) {
        if (error instanceof CallPending) throw error
        const { status, body: refusal, unexpected } = renderError(error, scope.locale, scope.requestId)
        if (unexpected || status === 503) throw error
        throw new CallRefused(status, refusal)
      }
    })
  }

  /** Answers a public API list for the cache; null if no cached route has that path. */
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

/** Returns the parameters of a declared path; null if the pathname does not match. */
export const matchPath = (declared: string, pathname: string): Record<string, string> | null => {
  const declaredParts = declared.split('/')
  const parts = pathname.split('/')
  if (declaredParts.length !== parts.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of declaredParts.entries()) {
    const value = parts[index] ?? ''
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
