import { loadScript } from '#kit/web/hydration/load-script.ts'
import type { CardAttempt } from '../../payments/contract.ts'
import { newUuid } from '../cart/cart-store.ts'

/** Result of the provider's window. Null means that it navigated away, and the provider redirects back. */
export interface WindowResult {
  attempt: string
  key: string | null
  code: string | null
}

interface TossRequest {
  method: 'CARD'
  amount: { currency: 'KRW'; value: number }
  orderId: string
  orderName: string
  successUrl: string
  failUrl: string
  customerEmail: string
  customerName: string
  customerMobilePhone: string
}
interface PortOneRequest {
  storeId: string
  channelKey: string
  paymentId: string
  orderName: string
  totalAmount: number
  currency: 'CURRENCY_KRW'
  payMethod: 'CARD'
  customer: { fullName: string; email: string; phoneNumber: string }
  redirectUrl: string
}

declare global {
  interface Window {
    /** Toss Payments, JavaScript SDK v2. */
    TossPayments?: (client: string) => {
      payment(of: { customerKey: string }): { requestPayment(request: TossRequest): Promise<void> }
    }
    PortOne?: PortOneSdk
  }
  /** PortOne, browser SDK v2. */
  interface PortOneSdk {
    requestPayment(request: PortOneRequest): Promise<{ code?: string; transactionId?: string } | undefined>
  }
}

const codeOf = (failed: unknown): string => {
  const code = typeof failed === 'object' && failed !== null && 'code' in failed ? failed.code : ''
  return typeof code === 'string' && /^[\w.-]{1,100}$/.test(code) ? code : 'UNKNOWN'
}

/** Opens the provider's window. Card numbers are entered there and never reach this page. */
export const openWindow = async (attempt: CardAttempt, back: string): Promise<WindowResult | null> => {
  const { _id, script, client, channel, amount, title, buyer } = attempt
  await loadScript(script)
  const returned = `${back}?attempt=${_id}`
  if (attempt.provider === 'toss') {
    if (!window.TossPayments) throw new Error('script')
    try {
      await window
        .TossPayments(client)
        .payment({ customerKey: newUuid() })
        .requestPayment({
          method: 'CARD',
          amount: { currency: 'KRW', value: amount },
          orderId: _id,
          orderName: title,
          successUrl: returned,
          failUrl: returned,
          customerEmail: buyer.email,
          customerName: buyer.name,
          customerMobilePhone: buyer.phone,
        })
      return null
    } catch (failed) {
      return { attempt: _id, key: null, code: codeOf(failed) }
    }
  }
  if (!window.PortOne) throw new Error('script')
  const answer = await window.PortOne.requestPayment({
    storeId: client,
    channelKey: channel,
    paymentId: _id,
    orderName: title,
    totalAmount: amount,
    currency: 'CURRENCY_KRW',
    payMethod: 'CARD',
    customer: { fullName: buyer.name, email: buyer.email, phoneNumber: buyer.phone },
    redirectUrl: returned,
  })
  if (!answer) return null
  return { attempt: _id, key: null, code: answer.code === undefined ? null : codeOf(answer) }
}

/** Reads the result from the URL that the provider redirected to. */
export const parseWindowResult = (search: URLSearchParams): WindowResult | null => {
  const attempt = search.get('attempt')
  if (!attempt) return null
  const [key, code] = [search.get('paymentKey'), search.get('code')]
  return { attempt, key: key || null, code: code ? codeOf({ code }) : null }
}
