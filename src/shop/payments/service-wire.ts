import { CardUnsure } from './service-cards.ts'

/** Milliseconds. */
const patience = 15_000

export interface ProviderAnswer {
  status: number
  body: Record<string, unknown>
}

const local = ['localhost', '127.0.0.1', '[::1]']

/** Origin of a provider's address: without encryption on this machine only. */
export const originOf = ({ host, hostname }: URL): string => `${local.includes(hostname) ? 'http' : 'https'}://${host}`

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
export const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
export const listOf = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.map(recordOf) : [])
export const wonOf = (value: unknown): number => (Number.isSafeInteger(value) ? (value as number) : 0)

/** Calls a provider. Throws `CardUnsure` where there is no answer, or one that says nothing of what happened. */
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
    throw new CardUnsure(error.cause?.code ?? error.name)
  })
  const answer = await response.json().catch(() => undefined)
  if (response.status >= 500 || response.status === 429 || answer === undefined)
    throw new CardUnsure(`status ${response.status}`)
  return { status: response.status, body: recordOf(answer) }
}
