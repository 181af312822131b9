import { eq } from 'drizzle-orm'
import { buildConditions } from '#shop/conditions/factory.ts'
import { buildOption } from '#shop/goods/factory.ts'
import { orders } from '#shop/orders/contract.ts'
import { orderInput } from '#shop/orders/factory.ts'
import { payments } from '#shop/payments/contract.ts'
import { shopPayments } from '#shop/payments/table.ts'
import { createTestApi } from '../server/test-api.ts'
import { type CardStandIn, startCardStandIn } from './card-stand-in.ts'

type Provider = Parameters<CardStandIn['cardUrl']>[0]

/** Price of the product it sells, in KRW. */
export const cardPrice = 128_000

/** Creates a test API with the card provider's stand-in, and the steps of a guest's order: place, pay, refund. */
export const openCardShop = async (provider: Provider) => {
  const bank = await startCardStandIn()
  const api = await createTestApi({ environment: { CARD_URL: bank.cardUrl(provider) } })
  await buildConditions(api.context)
  const isToss = provider === 'toss'
  // Rate limits count calls per minute and address.
  let hosts = 0
  const somewhere = () => {
    hosts += 1
    return `10.1.${Math.floor(hosts / 250)}.${1 + (hosts % 250)}`
  }
  const guest = () => api.client(payments, null, 'ko', somewhere())
  const guests = () => api.client(orders, null, 'ko', somewhere())
  const place = async (quantity = 1) => {
    const { option } = await buildOption(api.context, { price: cardPrice })
    const total = cardPrice * quantity
    const body = orderInput({ lines: [{ option: option.id, quantity }], total, payment: 'card' })
    const { order } = await guests().place({ body: { ...body, depositor: '' } })
    return { option: option.id, order, ticket: order.ticket ?? '' }
  }
  const begin = async (quantity = 1) => {
    const placed = await place(quantity)
    const { attempt } = await guest().guestOpenCard({ params: { ticket: placed.ticket } })
    return { ...placed, attempt: attempt._id, amount: attempt.amount }
  }
  /** The customer agrees in the window; returns the key that Toss passes on, null for PortOne. */
  const agree = (attempt: string, amount: number = cardPrice) => {
    const key = bank.agree(attempt, amount, { isPaid: !isToss })
    return isToss ? key : null
  }
  const end = (ticket: string, attempt: string, key: string | null, code: string | null = null) =>
    guest().guestEndCard({ params: { ticket, attempt }, body: { key, code } })
  const pay = async (quantity = 1) => {
    const payment = await begin(quantity)
    const { order } = await end(payment.ticket, payment.attempt, agree(payment.attempt, payment.amount))
    return { ...payment, order }
  }
  /** Refunds of an order, oldest first. */
  const refundsOf = async (order: string) =>
    (await api.context.database.select().from(shopPayments).where(eq(shopPayments.orderId, order)))
      .filter(({ kind }) => kind === 'refund')
      .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
  const close = async () => {
    await api.close()
    await bank.close()
  }
  return { api, bank, guest, guests, place, begin, agree, end, pay, refundsOf, close }
}
export type CardShop = Awaited<ReturnType<typeof openCardShop>>
