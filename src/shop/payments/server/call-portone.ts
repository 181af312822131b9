import { createHmac, timingSafeEqual } from 'node:crypto'
import { callProvider, listOf, originOf, ProviderUnsure, recordOf, textOf } from '#kit/ports/provider-call.ts'
import { type CardPayment, type CardProvider, CardRefused, type CardReturn, parseWon } from '../rules-card-provider.ts'

/** `status` of a payment (developers.portone.io, REST API V2, Payment). */
const states: Readonly<Record<string, CardPayment['status']>> = {
  READY: 'open',
  PAY_PENDING: 'open',
  VIRTUAL_ACCOUNT_ISSUED: 'open',
  PAID: 'paid',
  PARTIAL_CANCELLED: 'paid',
  CANCELLED: 'failed',
  FAILED: 'failed',
}

/** `status` of a cancellation. */
const cancelStates: Readonly<Record<string, CardReturn['state']>> = { SUCCEEDED: 'done', FAILED: 'failed' }

/** Tolerated clock difference of a webhook in seconds; older ones may be replays. */
const clockToleranceSeconds = 300

const refusalOf = (body: Record<string, unknown>) => ({
  code: textOf(body.pgCode) || textOf(body.type) || 'UNKNOWN',
  text: textOf(body.pgMessage) || textOf(body.message) || textOf(body.reason),
})

const paymentOf = (body: Record<string, unknown>): CardPayment => {
  const amount = recordOf(body.amount)
  const isWon = textOf(body.currency) === 'KRW'
  const failure = recordOf(body.failure)
  return {
    status: states[textOf(body.status)] ?? 'open',
    key: textOf(body.transactionId) || null,
    amount: isWon ? parseWon(amount.total) - parseWon(amount.cancelled) : 0,
    returned: listOf(body.cancellations).map(({ reason, totalAmount, status }) => ({
      reason: textOf(reason),
      amount: isWon ? parseWon(totalAmount) : 0,
      state: cancelStates[textOf(status)] ?? 'pending',
    })),
    ...(Object.keys(failure).length > 0 && { refusal: refusalOf(failure) }),
  }
}

/** Verifies the signature of a webhook (Standard Webhooks specification 1.0). */
export const isSigned = (
  secret: string,
  headers: Readonly<Record<string, string | undefined>>,
  body: string,
  now: Date,
): boolean => {
  const [id, at, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => headers[name] ?? '',
  )
  if (!id || !at || !signatures || !/^\d{1,12}$/.test(at)) return false
  if (Math.abs(now.getTime() / 1000 - Number(at)) > clockToleranceSeconds) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest()
  return signatures.split(' ').some((one) => {
    const [version, signature = ''] = one.split(',')
    const bytes = Buffer.from(signature, 'base64')
    return version === 'v1' && bytes.length === expected.length && timingSafeEqual(bytes, expected)
  })
}

/** PortOne, REST API V2. The payment happens in its window; the server reads it by the id of the attempt. */
export const createPortoneProvider = (address: string): CardProvider => {
  const url = new URL(address)
  const origin = originOf(url)
  const [store, secret] = [decodeURIComponent(url.username), decodeURIComponent(url.password)]
  const channel = url.searchParams.get('channel') ?? ''
  // An unescaped plus in a URL is parsed as a space.
  const webhook = (url.searchParams.get('webhook') ?? '').replaceAll(' ', '+')
  const script = url.searchParams.get('script') ?? 'https://cdn.portone.io/v2/browser-sdk.js'
  const authorization = `PortOne ${secret}`
  const read: CardProvider['read'] = async ({ attempt }) => {
    const path = `${origin}/payments/${encodeURIComponent(attempt)}?storeId=${encodeURIComponent(store)}`
    const { status, body } = await callProvider(path, { method: 'GET', headers: { authorization } })
    if (status >= 400 || textOf(body.id) !== attempt || textOf(body.storeId) !== store) return null
    return paymentOf(body)
  }
  return {
    name: 'portone',
    page: { script, client: store, channel },
    sources: {
      script: [new URL(script).origin],
      // The window embeds the page of the payment company behind the channel.
      frame: ['https:', new URL(script).origin],
      connect: ['https://*.portone.io', 'https://*.iamport.co'],
    },
    complete: async ({ attempt, key }) =>
      (await read({ attempt, key })) ?? { status: 'open', key: null, amount: 0, returned: [] },
    read,
    async cancel({ attempt, amount, left, id, reason }) {
      const { status, body } = await callProvider(`${origin}/payments/${encodeURIComponent(attempt)}/cancel`, {
        method: 'POST',
        // The key includes `left`: after another refund this is a different request, and the first answer may be
        // cached.
        headers: { authorization, 'idempotency-key': `"${id}-${left}"` },
        body: { storeId: store, reason, ...(amount !== null && { amount, currentCancellableAmount: left }) },
      })
      // Another refund happened after the read: retry with a fresh read.
      if (textOf(body.type) === 'CANCELLABLE_AMOUNT_CONSISTENCY_BROKEN') throw new ProviderUnsure('the payment changed')
      if (status >= 400) throw new CardRefused(refusalOf(body))
      const cancellation = recordOf(body.cancellation)
      if (textOf(cancellation.status) === 'FAILED') throw new CardRefused(refusalOf(cancellation))
      if (textOf(cancellation.status) !== 'SUCCEEDED') throw new ProviderUnsure('the cancellation is not done yet')
    },
    signs: true,
    parseWebhook(headers, text, now) {
      if (!isSigned(webhook, headers, text, now)) return null
      const body = recordOf(JSON.parse(text))
      const data = recordOf(body.data)
      const attempt = textOf(data.paymentId)
      return textOf(body.type).startsWith('Transaction.') && attempt
        ? { attempt, key: textOf(data.transactionId) || null }
        : null
    },
  }
}
