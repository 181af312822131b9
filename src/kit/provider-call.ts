/** Milliseconds. */
const patience = 15_000

export interface ProviderAnswer {
  status: number
  body: Record<string, unknown>
}

/** No answer of a provider, or none that says what happened: it may have happened all the same. */
export class ProviderUnsure extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ProviderUnsure'
  }
}

const local = ['localhost', '127.0.0.1', '[::1]']

/** Origin of a provider's address: without encryption on this machine only. */
export const originOf = ({ host, hostname }: URL): string => `${local.includes(hostname) ? 'http' : 'https'}://${host}`

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
export const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
export const listOf = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.map(recordOf) : [])

/** Calls a provider's REST API. Throws `ProviderUnsure` where there is no answer, or one that says nothing of what happened. */
export const callProvider = async (
  url: string,
  { method, headers, body }: { method: 'GET' | 'POST'; headers: Record<string, string>; body?: object },
): Promise<ProviderAnswer> => {
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }), connection: 'close' },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(patience),
    redirect: 'error',
  }).catch((error: Error & { cause?: { code?: string } }) => {
    throw new ProviderUnsure(error.cause?.code ?? error.name)
  })
  const answer = await response.json().catch(() => undefined)
  if (response.status >= 500 || response.status === 429 || answer === undefined)
    throw new ProviderUnsure(`status ${response.status}`)
  return { status: response.status, body: recordOf(answer) }
}
