import { clientOf } from '#session/session.ts'
import type { Order } from '#shop/orders/contract-records.ts'
import { orders } from '../../orders/contract.ts'
import { type CardAttempt, payments } from '../../payments/contract.ts'
import type { WindowResult } from './provider-window.ts'

const [client, orderClient] = [clientOf(payments), clientOf(orders)]

export const openAttempt = async ({ _id, ticket }: Order): Promise<CardAttempt> =>
  (ticket ? await client.guestOpenCard({ params: { ticket } }) : await client.openCard({ params: { id: _id } })).attempt

/** Reports the end of an attempt and returns the order as the server then has it. */
export const endAttempt = async ({ _id, ticket }: Order, { attempt, ...body }: WindowResult): Promise<Order> =>
  (ticket
    ? await client.guestEndCard({ params: { ticket, attempt }, body })
    : await client.endCard({ params: { id: _id, attempt }, body })
  ).order

export const payByTransfer = async ({ _id, ticket }: Order, depositor: string): Promise<Order> => {
  const body = { payment: 'bank' as const, depositor }
  return (
    ticket
      ? await orderClient.guestPayBy({ params: { ticket }, body })
      : await orderClient.payBy({ params: { id: _id }, body })
  ).order
}
