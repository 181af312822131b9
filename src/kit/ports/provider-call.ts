/** Timeout in milliseconds. */
const patience = 15_000

export interface ProviderAnswer {
  status: number
  body: Record<string, unknown>
}

/** Thrown if a provider does not answer or its answer is inconclusive: the operation may have happened nevertheless. */
export class ProviderUnsure extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ProviderUnsure'
  }
}

const local = ['localhost', '127.0.0.1', '[::1]']

/** Returns the origin of a provider's URL: https, or http on this machine only. */
export const originOf = ({ host, hostname }: URL): string => `${local.includes(hostname) ? 'http' : 'https'}://${host}`

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
export const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
export const listOf = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.map(recordOf) : [])

/** Calls a provider's REST API. Throws `ProviderUnsure` if there is no answer or an inconclusive one. */
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
