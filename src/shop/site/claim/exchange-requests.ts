import { clientOf } from '#session/session.ts'
import type { Order } from '#shop/orders/contract-records.ts'
import { type Exchange, type ExchangeTotals, exchanges } from '../../exchanges/contract.ts'
import type { ReturnReason } from '../../returns/rules.ts'
import type { ClaimDetails, Preview } from './use-claim.ts'

const client = clientOf(exchanges)

export interface ExchangeWanted {
  line: string
  piece: number
  quantity: number
  option: string
  reason: ReturnReason
}

export const readExchanges = async ({ _id, ticket }: Order): Promise<Exchange[]> =>
  (ticket ? await client.guestOfOrder({ params: { ticket } }) : await client.ofOrder({ params: { id: _id } })).exchanges

export type Choices = {
  line: string
  piece: number
  quantity: number
  option: string | null
  values: string[]
  options: { _id: string; values: string[]; stock: number; difference: number }[]
}[]

export const readExchangeChoices = async ({ _id, ticket }: Order): Promise<Choices> =>
  (ticket ? await client.guestChoices({ params: { ticket } }) : await client.choices({ params: { id: _id } })).lines

export const previewExchange = ({ _id, ticket }: Order, body: ExchangeWanted): Promise<Preview<ExchangeTotals>> =>
  ticket ? client.guestPreview({ params: { ticket }, body }) : client.preview({ params: { id: _id }, body })

export type ExchangeRequest = ExchangeWanted & ClaimDetails

export const requestExchange = async (
  { _id, ticket }: Order,
  { key, pictures, ...body }: ExchangeRequest,
): Promise<Exchange> =>
  (ticket
    ? await client.guestAsk({ params: { ticket }, body })
    : await client.ask({ params: { id: _id }, body: { ...body, pictures } }, { headers: { 'idempotency-key': key } })
  ).exchange

/** Withdraws the exchange; the customer keeps the goods. */
export const withdrawExchange = async ({ ticket }: Order, id: string): Promise<Exchange> =>
  (ticket ? await client.guestWithdraw({ params: { ticket, id } }) : await client.withdraw({ params: { id } })).exchange
