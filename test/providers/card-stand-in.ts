import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A payment stored by the stand-in. */
interface StoredPayment {
  id: string
  key: string
  /** Amount the customer agreed to, in KRW. */
  amount: number
  status: 'agreed' | 'paid' | 'failed'
  currency: string
  cancels: { amount: number; reason: string; status: 'SUCCEEDED' | 'REQUESTED' | 'FAILED' }[]
}

interface Answer {
  status: number
  body: object
}

const webhookSecret = `whsec_${Buffer.from('a secret of the stand-in, 32 byte').toString('base64')}`
const tossSecret = 'test_sk_stand_in'
const portoneSecret = 'stand-in/secret+='
const store = 'store-stand-in'

export interface CardStandIn {
  origin: string
  /** Value of the setting that points the product to the stand-in. */
  cardUrl: (provider: 'toss' | 'portone') => string
  /**
   * The customer agrees in the window. Toss waits for confirmation; PortOne marks it paid. Returns the provider's key.
   */
  agree(id: string, amount: number, options?: { isPaid?: boolean; currency?: string }): string
  /** The bank declines the customer's card. */
  refuse(id: string, amount: number): string
  /** Performs the next call of this kind but loses its answer. */
  loseNext(kind: 'confirm' | 'cancel'): void
  /** Refuses the next call of this kind, because the same call is being processed. Toss only. */
  busyNext(kind: 'confirm' | 'cancel'): void
  /** The next cancellation stays pending until `bankDecides`. */
  pendNext(): void
  bankDecides(id: string, status: 'SUCCEEDED' | 'FAILED'): void
  /** Cancels part of a payment in the provider's console, outside the product. */
  cancelInConsole(id: string, amount: number): void
  /** Refuses the next cancellations. */
  refuseCancels(count: number): void
  /** Number of confirmed charges and refunds. */
  calls: { confirm: number; cancel: number }
  payment(id: string): StoredPayment | undefined
  /** Webhook bodies and headers of the providers. */
  tossWebhook(id: string, status: string): { headers: Record<string, string>; body: string }
  portoneWebhook(id: string, at?: Date, secret?: string): { headers: Record<string, string>; body: string }
  close(): Promise<void>
}

const cancelled = ({ cancels }: StoredPayment) =>
  cancels.reduce((sum, { amount, status }) => sum + (status === 'FAILED' ? 0 : amount), 0)

const tossCancel = { SUCCEEDED: 'DONE', REQUESTED: 'IN_PROGRESS', FAILED: 'ABORTED' }

const tossBody = (stored: StoredPayment) => {
  const back = cancelled(stored)
  const paid = back === 0 ? 'DONE' : back === stored.amount ? 'CANCELED' : 'PARTIAL_CANCELED'
  return {
    version: '2022-11-16',
    paymentKey: stored.key,
    orderId: stored.id,
    currency: stored.currency,
    method: '카드',
    status: stored.status === 'paid' ? paid : stored.status === 'agreed' ? 'IN_PROGRESS' : 'ABORTED',
    totalAmount: stored.amount,
    balanceAmount: stored.amount - back,
    cancels:
      stored.cancels.length === 0
        ? null
        : stored.cancels.map(({ amount, reason, status }) => ({
            cancelAmount: amount,
            cancelReason: reason,
            cancelStatus: tossCancel[status],
          })),
    failure: stored.status === 'failed' ? { code: 'REJECT_CARD_PAYMENT', message: '한도초과 혹은 잔액부족' } : null,
  }
}

const portoneBody = (stored: StoredPayment) => {
  const back = cancelled(stored)
  const paid = back === 0 ? 'PAID' : back === stored.amount ? 'CANCELLED' : 'PARTIAL_CANCELLED'
  return {
    id: stored.id,
    transactionId: stored.key,
    storeId: store,
    currency: stored.currency,
    status: stored.status === 'paid' ? paid : stored.status === 'agreed' ? 'READY' : 'FAILED',
    amount: { total: stored.amount, cancelled: back, paid: stored.amount - back },
    cancellations: stored.cancels.map(({ amount, reason, status }) => ({ status, totalAmount: amount, reason })),
    ...(stored.status === 'failed' && {
      failure: { reason: '거절', pgCode: 'REJECT_CARD_COMPANY', pgMessage: '거절' },
    }),
  }
}

/** Stand-in for the providers' browser scripts: the window is a page of this server. */
const script = (origin: string) => `
const leave = (fields) => { location.href = '${origin}/window?' + new URLSearchParams(fields) }
window.TossPayments = () => ({ payment: () => ({ requestPayment: (r) =>
  { leave({ id: r.orderId, amount: r.amount.value, back: r.successUrl, provider: 'toss' }); return new Promise(() => {}) } }) })
window.PortOne = { requestPayment: (r) =>
  { leave({ id: r.paymentId, amount: r.totalAmount, back: r.redirectUrl, provider: 'portone' }); return new Promise(() => {}) } }
`

const window = (
  origin: string,
  { search }: URL,
) => `<!doctype html><html lang="ko"><meta charset="utf-8"><title>결제</title>
<h1>결제</h1><p><a id="agree" href="${origin}/agree${search.replaceAll('&', '&amp;')}">승인</a></p>
<p><a id="refuse" href="${origin}/refuse${search.replaceAll('&', '&amp;')}">거절</a></p></html>`

const bodyOf = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  return text ? (JSON.parse(text) as Record<string, unknown>) : {}
}

/**
 * Starts a server that answers as the public documents of Toss Payments (core API v1) and PortOne (REST API V2)
 * describe, as far as the shop uses them: confirm, read, partial cancel, idempotency keys, refusals.
 */
export const startCardStandIn = async (): Promise<CardStandIn> => {
  const stored = new Map<string, StoredPayment>()
  const done = new Map<string, Answer>()
  const calls = { confirm: 0, cancel: 0 }
  const lost = new Set<string>()
  const busy = new Set<string>()
  let refusedCancels = 0
  let isPending = false

  const cancel = (payment: StoredPayment | undefined, amount: number, reason: string): Answer | null => {
    if (refusedCancels > 0) {
      refusedCancels -= 1
      return {
        status: 400,
        body: { code: 'NOT_CANCELABLE_PAYMENT', type: 'PAYMENT_NOT_CANCELLABLE', message: '취소할 수 없습니다' },
      }
    }
    if (!payment) return { status: 404, body: { code: 'NOT_FOUND_PAYMENT', type: 'PAYMENT_NOT_FOUND', message: '' } }
    if (payment.status !== 'paid' || amount > payment.amount - cancelled(payment))
      return { status: 400, body: { code: 'NOT_CANCELABLE_AMOUNT', type: 'CANCEL_AMOUNT_EXCEEDS', message: '' } }
    calls.cancel += 1
    payment.cancels.push({ amount, reason, status: isPending ? 'REQUESTED' : 'SUCCEEDED' })
    isPending = false
    return null
  }

  const once = (id: string | undefined, work: () => Answer): Answer => {
    const repeated = id === undefined ? undefined : done.get(id)
    if (repeated) return repeated
    const answer = work()
    if (id !== undefined && answer.status < 400) done.set(id, answer)
    return answer
  }

  const toss = (path: string, method: string, body: Record<string, unknown>, key: string | undefined): Answer => {
    const missing = { status: 404, body: { code: 'NOT_FOUND_PAYMENT', message: '존재하지 않는 결제 정보 입니다.' } }
    const byKey = (name: string) => [...stored.values()].find((one) => one.key === decodeURIComponent(name))
    if (path === '/v1/payments/confirm')
      return once(key, () => {
        const payment = byKey(String(body.paymentKey))
        if (!payment || payment.id !== body.orderId) return missing
        if (payment.status === 'paid') return { status: 400, body: { code: 'ALREADY_PROCESSED_PAYMENT', message: '' } }
        if (payment.status === 'failed')
          return {
            status: 403,
            body: { code: 'REJECT_CARD_PAYMENT', message: '한도초과 혹은 잔액부족으로 결제에 실패했습니다.' },
          }
        if (payment.amount !== body.amount) return { status: 400, body: { code: 'INVALID_AMOUNT', message: '' } }
        calls.confirm += 1
        payment.status = 'paid'
        return { status: 200, body: tossBody(payment) }
      })
    const [, of = '', act] = /^\/v1\/payments\/([^/]+)(?:\/(cancel))?$/.exec(path) ?? []
    if (act && method === 'POST')
      return once(key, () => {
        const payment = byKey(of)
        const amount = Number(body.cancelAmount ?? (payment ? payment.amount - cancelled(payment) : 0))
        const refused = cancel(payment, amount, String(body.cancelReason))
        return refused ?? { status: 200, body: payment ? tossBody(payment) : {} }
      })
    const payment = path.startsWith('/v1/payments/orders/') ? stored.get(path.slice(20)) : byKey(of)
    return payment ? { status: 200, body: tossBody(payment) } : missing
  }

  const portone = (path: string, method: string, body: Record<string, unknown>, key: string | undefined): Answer => {
    const [, id = '', act] = /^\/payments\/([^/]+)(?:\/(cancel))?$/.exec(path) ?? []
    const payment = stored.get(id)
    if (act && method === 'POST')
      return once(key, () => {
        const remaining = payment ? payment.amount - cancelled(payment) : 0
        if (body.amount !== undefined && body.currentCancellableAmount !== remaining)
          return { status: 409, body: { type: 'CANCELLABLE_AMOUNT_CONSISTENCY_BROKEN', message: '' } }
        const amount = Number(body.amount ?? remaining)
        const refused = cancel(payment, amount, String(body.reason))
        const status = payment?.cancels.at(-1)?.status
        return refused ?? { status: 200, body: { cancellation: { status, totalAmount: amount } } }
      })
    return payment ? { status: 200, body: portoneBody(payment) } : { status: 404, body: { type: 'PAYMENT_NOT_FOUND' } }
  }

  const agree: CardStandIn['agree'] = (id, amount, { isPaid = false, currency = 'KRW' } = {}) => {
    const key = `key_${randomUUID()}`
    stored.set(id, { id, key, amount, status: isPaid ? 'paid' : 'agreed', currency, cancels: [] })
    return key
  }
  const refuse: CardStandIn['refuse'] = (id, amount) => {
    const key = agree(id, amount)
    Object.assign(stored.get(id) ?? {}, { status: 'failed' })
    return key
  }

  /** Handles the window's pages. */
  const visit = (url: URL, response: ServerResponse): boolean => {
    const { searchParams: fields } = url
    const [id = '', amount, back = '/'] = [
      fields.get('id') ?? '',
      Number(fields.get('amount')),
      fields.get('back') ?? '/',
    ]
    const to = (key: string, code: string | null) => {
      const target = new URL(back)
      if (fields.get('provider') === 'toss' && code === null) target.searchParams.set('paymentKey', key)
      if (code !== null) target.searchParams.set('code', code)
      response.writeHead(302, { location: target.href }).end()
      return true
    }
    if (url.pathname === '/sdk.js')
      return Boolean(response.writeHead(200, { 'content-type': 'text/javascript' }).end(script(url.origin)))
    if (url.pathname === '/window')
      return Boolean(
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(window(url.origin, url)),
      )
    if (url.pathname === '/agree') return to(agree(id, amount, { isPaid: fields.get('provider') === 'portone' }), null)
    if (url.pathname === '/refuse') return to(refuse(id, amount), 'REJECT_CARD_PAYMENT')
    return false
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    if (visit(url, response)) return
    const isToss = url.pathname.startsWith('/v1/')
    const right = isToss ? `Basic ${Buffer.from(`${tossSecret}:`).toString('base64')}` : `PortOne ${portoneSecret}`
    const key = request.headers['idempotency-key']
    const body = await bodyOf(request)
    const kind = url.pathname.endsWith('/confirm') ? 'confirm' : url.pathname.endsWith('/cancel') ? 'cancel' : ''
    if (busy.delete(kind)) {
      const refusal = { code: 'IDEMPOTENT_REQUEST_PROCESSING', message: '이전 멱등 요청이 처리중입니다.' }
      return response.writeHead(409, { 'content-type': 'application/json' }).end(JSON.stringify(refusal))
    }
    const answer =
      request.headers.authorization === right
        ? (isToss ? toss : portone)(
            url.pathname,
            request.method ?? 'GET',
            body,
            typeof key === 'string' ? key : undefined,
          )
        : { status: 401, body: { code: 'UNAUTHORIZED_KEY', type: 'UNAUTHORIZED' } }
    if (lost.delete(kind)) return response.destroy()
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const origin = `http://${host}`
  const sdk = encodeURIComponent(`${origin}/sdk.js`)
  return {
    origin,
    cardUrl: (provider) =>
      provider === 'toss'
        ? `toss://test_ck_stand_in:${tossSecret}@${host}?script=${sdk}`
        : `portone://${store}:${encodeURIComponent(portoneSecret)}@${host}?channel=channel-key-stand-in&webhook=${encodeURIComponent(webhookSecret)}&script=${sdk}`,
    agree,
    refuse,
    loseNext: (kind) => void lost.add(kind),
    busyNext: (kind) => void busy.add(kind),
    pendNext: () => {
      isPending = true
    },
    bankDecides: (id, status) => {
      for (const one of stored.get(id)?.cancels ?? []) if (one.status === 'REQUESTED') one.status = status
    },
    cancelInConsole: (id, amount) =>
      void stored.get(id)?.cancels.push({ amount, reason: '가맹점 취소', status: 'SUCCEEDED' }),
    refuseCancels: (count) => {
      refusedCancels = count
    },
    calls,
    payment: (id) => stored.get(id),
    tossWebhook: (id, status) => ({
      headers: { 'content-type': 'application/json', 'tosspayments-webhook-transmission-id': randomUUID() },
      body: JSON.stringify({
        eventType: 'PAYMENT_STATUS_CHANGED',
        createdAt: '2026-11-24T00:00:00.000000',
        data: { paymentKey: stored.get(id)?.key ?? 'key_unknown', orderId: id, status },
      }),
    }),
    portoneWebhook: (id, at = new Date(), secret = webhookSecret) => {
      const body = JSON.stringify({
        type: 'Transaction.Paid',
        timestamp: at.toISOString(),
        data: { storeId: store, paymentId: id, transactionId: stored.get(id)?.key ?? 'none' },
      })
      const [name, stamp] = [`msg_${randomUUID()}`, String(Math.floor(at.getTime() / 1000))]
      const signature = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
        .update(`${name}.${stamp}.${body}`)
        .digest('base64')
      const headers = { 'webhook-id': name, 'webhook-timestamp': stamp, 'webhook-signature': `v1,${signature}` }
      return { headers: { 'content-type': 'application/json', ...headers }, body }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
