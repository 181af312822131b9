import { clientOf } from '#session/session.ts'
import { type Exchange, type ExchangeSlip, exchanges } from '../../exchanges/contract.ts'
import type { Order } from '../../orders/contract.ts'
import type { ReturnReason } from '../../returns/contract.ts'
import type { Account } from './calls.ts'

const client = clientOf(exchanges)

interface Wanted {
  line: string
  quantity: number
  option: string
  reason: ReturnReason
}

export const exchangesOf = async ({ _id, ticket }: Order): Promise<Exchange[]> =>
  (ticket ? await client.guestOfOrder({ params: { ticket } }) : await client.ofOrder({ params: { id: _id } })).exchanges

export type Choices = {
  line: string
  options: { _id: string; values: string[]; stock: number; difference: number }[]
}[]

export const choicesOf = async ({ _id, ticket }: Order): Promise<Choices> =>
  (ticket ? await client.guestChoices({ params: { ticket } }) : await client.choices({ params: { id: _id } })).lines

export const previewExchange = async ({ _id, ticket }: Order, body: Wanted): Promise<ExchangeSlip> =>
  (ticket
    ? await client.guestPreview({ params: { ticket }, body })
    : await client.preview({ params: { id: _id }, body })
  ).slip

interface Asked extends Wanted {
  text: string
  pictures: string[]
  account: Account | null
  key: string
}

export const askExchange = async ({ _id, ticket }: Order, { key, pictures, ...body }: Asked): Promise<Exchange> =>
  (ticket
    ? await client.guestAsk({ params: { ticket }, body })
    : await client.ask({ params: { id: _id }, body: { ...body, pictures } }, { headers: { 'idempotency-key': key } })
  ).exchange

/** A member keeps the goods after all. */
export const withdrawExchange = async (id: string): Promise<Exchange> =>
  (await client.withdraw({ params: { id } })).exchange
