import {
  callProvider,
  listOf,
  originOf,
  type ProviderAnswer,
  ProviderUnsure,
  recordOf,
  textOf,
} from '#kit/ports/provider-call.ts'
import { type CardPayment, type CardProvider, CardRefused, type CardReturn, parseWon } from '../rules-card-provider.ts'

/** `status` of a payment (docs.tosspayments.com, core API, Payment). */
const states: Readonly<Record<string, CardPayment['status']>> = {
  READY: 'open',
  IN_PROGRESS: 'open',
  WAITING_FOR_DEPOSIT: 'open',
  DONE: 'paid',
  PARTIAL_CANCELED: 'paid',
  CANCELED: 'failed',
  ABORTED: 'failed',
  EXPIRED: 'failed',
}

/** `cancelStatus` of a cancellation; most are done immediately. */
const cancelStates: Readonly<Record<string, CardReturn['state']>> = { IN_PROGRESS: 'pending', ABORTED: 'failed' }

/** Transient errors: the same call is in progress, or calls came too fast. The outcome is unknown. */
const transientErrors = new Set(['IDEMPOTENT_REQUEST_PROCESSING', 'FORBIDDEN_CONSECUTIVE_REQUEST'])

const refusalOf = (body: Record<string, unknown>) => ({
  code: textOf(body.code) || 'UNKNOWN',
  text: textOf(body.message),
})

const paymentOf = (body: Record<string, unknown>): CardPayment => {
  const isWon = textOf(body.currency) === 'KRW'
  const failure = recordOf(body.failure)
  return {
    status: states[textOf(body.status)] ?? 'open',
    key: textOf(body.paymentKey) || null,
    amount: isWon ? parseWon(body.balanceAmount) : 0,
    returned: listOf(body.cancels).map(({ cancelReason, cancelAmount, cancelStatus }) => ({
      reason: textOf(cancelReason),
      amount: isWon ? parseWon(cancelAmount) : 0,
      state: cancelStates[textOf(cancelStatus)] ?? 'done',
    })),
    ...(textOf(failure.code) && { refusal: refusalOf(failure) }),
  }
}

/**
 * Toss Payments, core API v1. The secret key is the user name of Basic authentication. Webhooks of cards are unsigned,
 * so they only trigger a read of the payment.
 */
export const createTossProvider = (address: string): CardProvider => {
  const url = new URL(address)
  const origin = originOf(url)
  const [client, secret] = [decodeURIComponent(url.username), decodeURIComponent(url.password)]
  const script = url.searchParams.get('script') ?? 'https://js.tosspayments.com/v2/standard'
  const authorization = `Basic ${Buffer.from(`${secret}:`).toString('base64')}`
  const get = (path: string) => callProvider(`${origin}${path}`, { method: 'GET', headers: { authorization } })
  const post = async (path: string, id: string, body: object) => {
    const headers = { authorization, 'idempotency-key': id }
    const answer = await callProvider(`${origin}${path}`, { method: 'POST', headers, body })
    const code = textOf(answer.body.code)
    if (answer.status >= 400 && transientErrors.has(code)) throw new ProviderUnsure(code)
    return answer
  }
  const unwrap = ({ status, body }: ProviderAnswer): Record<string, unknown> => {
    if (status >= 400) throw new CardRefused(refusalOf(body))
    return body
  }
  const read: CardProvider['read'] = async ({ attempt, key }) => {
    const path = key ? encodeURIComponent(key) : `orders/${attempt}`
    const { status, body } = await get(`/v1/payments/${path}`)
    // A key of another order's payment proves nothing about this attempt.
    if (status >= 400 || textOf(body.orderId) !== attempt) return null
    return paymentOf(body)
  }
  return {
    name: 'toss',
    page: { script, client, channel: '' },
    sources: {
      script: [new URL(script).origin],
      frame: ['https://*.tosspayments.com', new URL(script).origin],
      connect: ['https://*.tosspayments.com'],
    },
    async complete({ attempt, key, amount }) {
      if (!key) return (await read({ attempt, key })) ?? { status: 'open', key: null, amount: 0, returned: [] }
      const existing = await read({ attempt, key })
      // The customer agreed to another amount, or the payment is not of this attempt.
      if (!existing) throw new CardRefused({ code: 'NOT_FOUND_PAYMENT', text: '' })
      if (existing.status !== 'open') return existing
      const body = { paymentKey: key, orderId: attempt, amount }
      const answer = await post('/v1/payments/confirm', `confirm-${attempt}`, body)
      if (answer.status >= 400 && textOf(answer.body.code) !== 'ALREADY_PROCESSED_PAYMENT')
        throw new CardRefused(refusalOf(answer.body))
      // Read the payment again: only the provider's own record counts.
      return (await read({ attempt, key })) ?? { status: 'open', key, amount: 0, returned: [] }
    },
    read,
    async cancel({ key, amount, id, reason }) {
      if (!key) throw new CardRefused({ code: 'NOT_FOUND_PAYMENT', text: '' })
      const path = `/v1/payments/${encodeURIComponent(key)}/cancel`
      const body = { cancelReason: reason, ...(amount !== null && { cancelAmount: amount }) }
      const { returned } = paymentOf(unwrap(await post(path, id, body)))
      if (returned.findLast((one) => one.reason === reason)?.state !== 'done')
        throw new ProviderUnsure('the cancellation is not done yet')
    },
    signs: false,
    parseWebhook(_headers, text) {
      const body = recordOf(JSON.parse(text))
      const data = recordOf(body.data)
      const attempt = textOf(data.orderId)
      return textOf(body.eventType) === 'PAYMENT_STATUS_CHANGED' && attempt
        ? { attempt, key: textOf(data.paymentKey) || null }
        : null
    },
  }
}
