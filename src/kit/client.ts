import type { Answer, CallInput, Contract, PendingCall, Refusal, RouteDeclaration } from './contract.ts'

/** API call, ready to be sent. */
export interface Call {
  route: RouteDeclaration
  /** Path with its parameters filled in. */
  path: string
  params: Record<string, unknown>
  query: URLSearchParams
  /** JSON value, or the form data of an upload. */
  body: unknown
  options: CallOptions
}

export interface CallOptions {
  signal?: AbortSignal
  headers?: Record<string, string>
  /** Upload progress from 0 to 1. */
  onProgress?: (part: number) => void
}

/**
 * Sends a call to the server: fetch in the browser, a direct call on the server. Throws `CallRefused` or `CallPending`.
 */
export type Transport = (call: Call) => Promise<unknown>

type Callable<R extends RouteDeclaration> =
  object extends CallInput<R>
    ? (input?: CallInput<R>, options?: CallOptions) => Promise<Answer<R>>
    : (input: CallInput<R>, options?: CallOptions) => Promise<Answer<R>>

type UploadCall<R extends RouteDeclaration> = (
  input: CallInput<R> & { form: FormData },
  options?: CallOptions,
) => Promise<Answer<R>>

export type Client<C extends Contract> = {
  [K in keyof C]: C[K] extends { upload: object } ? UploadCall<C[K]> : Callable<C[K]>
}

/** Refusal by the server: `status` is the HTTP status, `refusal` the response body. */
export class CallRefused extends Error {
  readonly status: number
  readonly refusal: Refusal
  /** Seconds to wait, from Retry-After. */
  readonly retryAfter: number | undefined

  constructor(status: number, refusal: Refusal, retryAfter?: number) {
    super(refusal.message)
    this.name = 'CallRefused'
    this.status = status
    this.refusal = refusal
    this.retryAfter = retryAfter
  }
}

/** The call is pending until a colleague approves it (202); `message` can be shown to the user. */
export class CallPending extends Error {
  readonly approval: string

  constructor({ message, approval }: PendingCall) {
    super(message)
    this.name = 'CallPending'
    this.approval = approval
  }
}

interface LooseInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  form?: FormData
}

/** Fills path parameters such as `{id}`. Values are encoded, so that none can add a path segment. */
export const fillPath = (path: string, params: Record<string, unknown> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))

/** Builds a query string. Omits `undefined`, `null` and ''; everything else becomes text, in the given order. */
export const toQuery = (query: Record<string, unknown> = {}): URLSearchParams => {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') parameters.set(name, String(value))
  return parameters
}

/** Creates the typed client of a contract: one function per route. */
export const createClient = <C extends Contract>(contract: C, transport: Transport): Client<C> =>
  // Object.fromEntries loses the type of each key; the mapped type above restores it.
  Object.fromEntries(
    Object.entries(contract).map(([name, route]) => [
      name,
      (input: LooseInput = {}, options: CallOptions = {}) =>
        transport({
          route,
          path: fillPath(route.path, input.params),
          params: input.params ?? {},
          query: toQuery(input.query),
          body: input.form ?? input.body,
          options,
        }),
    ]),
  ) as Client<C>

/**
 * Returns an idempotency key: retries of one action send the same key, so that it takes effect once.
 * `crypto.randomUUID` is not used because it exists only over HTTPS.
 */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
