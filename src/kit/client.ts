import type { Answer, Asked, CallInput, Contract, Refusal, RouteDeclaration } from './contract.ts'

/** One call, ready to be sent. */
export interface Call {
  route: RouteDeclaration
  /** Path with its parameters filled in. */
  path: string
  params: Record<string, unknown>
  query: URLSearchParams
  /** JSON value, or the form of an upload. */
  body: unknown
  options: CallOptions
}

export interface CallOptions {
  signal?: AbortSignal
  headers?: Record<string, string>
  /** Upload progress from 0 to 1. */
  onProgress?: (part: number) => void
}

/** Carries a call to the server: fetch in the browser, a direct call on the server. Throws `CallRefused`, `CallAsked`. */
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

/** A refusal of the server: `status` is the HTTP status, `refusal` its body. */
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

/** What was asked for is kept until a colleague approves it (202); `message` is fit to be shown. */
export class CallAsked extends Error {
  readonly approval: string

  constructor({ message, approval }: Asked) {
    super(message)
    this.name = 'CallAsked'
    this.approval = approval
  }
}

interface LooseInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  form?: FormData
}

/** Fills `{id}` and the like; every part is encoded, so that no value can add a segment. */
export const fillPath = (path: string, params: Record<string, unknown> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))

/** `undefined`, `null` and '' are left out; everything else as text, in the order given. */
export const toQuery = (query: Record<string, unknown> = {}): URLSearchParams => {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') parameters.set(name, String(value))
  return parameters
}

/** The typed client of a contract: one function a route. */
export const createClient = <C extends Contract>(contract: C, transport: Transport): Client<C> =>
  // Object.fromEntries forgets which key has which type; the mapped type above is the truth.
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
 * A key for an Idempotency-Key header: two tries of one act carry the same, so that it takes effect once. `randomUUID`
 * exists on https alone.
 */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
