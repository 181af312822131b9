import { CallRefused } from '#kit/client.ts'
import { promptReauthentication } from '#people/account/reauthenticate/prompt-reauthentication.tsx'
import { setReauthenticationPrompt } from '#session/expired-session.ts'
import { clientOf } from '#session/session.ts'
import type { Address, Order } from '#shop/orders/contract-records.ts'
import type { RefundTotals } from '../../money/contract.ts'
import { orders } from '../../orders/contract.ts'
import type { OrderDocument } from '../../orders/rules.ts'
import { type Return, returns } from '../../returns/contract.ts'
import type { ReturnReason } from '../../returns/rules.ts'
import { reviews } from '../../reviews/contract.ts'
import { isLoggedIn } from '../cart/cart-requests.ts'
import type { ClaimDetails, Preview } from '../claim/use-claim.ts'
import { readTicket, storeTicket } from '../find-order/order-tickets.ts'
import type { InvoiceRecipient } from '../parts/invoice-recipient.ts'

/** API calls of the order page, for members and for guests with a ticket. */
const client = clientOf(orders)
const returnClient = clientOf(returns)
const reviewClient = clientOf(reviews)

setReauthenticationPrompt(promptReauthentication)

export type Account = { bank: string; number: string; holder: string }

const isNumber = (name: string): boolean => /^s-\d/i.test(name)

/** Opens an order by the last segment of its path; null for a guest order whose ticket this browser does not have. */
export const openOrder = async (place: string): Promise<Order | null> => {
  if (!isNumber(place)) return isLoggedIn() ? (await client.open({ params: { id: place } })).order : null
  const name = place.toUpperCase()
  const ticket = readTicket(name)
  if (ticket) {
    const found = await client.guestOpen({ params: { ticket } }).catch((failed: unknown) => {
      if (failed instanceof CallRefused && failed.status === 404) return null
      throw failed
    })
    if (found) return found.order
  }
  if (!isLoggedIn()) return null
  const [own] = (await client.list({ query: { number: name } })).orders
  return own ? (await client.open({ params: { id: own._id } })).order : null
}

/**
 * Finds a guest's order by its number and the email or phone given with it. The answer does not tell a wrong contact
 * from an unknown number.
 */
export const findOrder = async (number: string, contact: string): Promise<Order> => {
  const { order } = await client.find({ body: { number, contact } })
  if (order.ticket) storeTicket(order.number, order.ticket)
  return order
}

export const cancelOrder = async ({ _id, ticket }: Order, account: Account | null): Promise<Order> => {
  const body = { account }
  const answer = ticket
    ? await client.guestCancel({ params: { ticket }, body })
    : await client.cancel({ params: { id: _id }, body })
  return answer.order
}

export const moveOrder = async ({ _id, ticket, memo }: Order, to: Address): Promise<Order> => {
  const body = { to, memo }
  const answer = ticket
    ? await client.guestMoveTo({ params: { ticket }, body })
    : await client.moveTo({ params: { id: _id }, body })
  return answer.order
}

/** Null withdraws the request for an invoice. */
export const setInvoiceRecipient = async (
  { _id, ticket }: Order,
  taxInvoice: InvoiceRecipient | null,
): Promise<Order> => {
  const body = { taxInvoice }
  const answer = ticket
    ? await client.guestInvoiceTo({ params: { ticket }, body })
    : await client.invoiceTo({ params: { id: _id }, body })
  return answer.order
}

export const confirmOrder = async ({ _id, ticket }: Order): Promise<Order> =>
  (ticket ? await client.guestConfirm({ params: { ticket } }) : await client.confirm({ params: { id: _id } })).order

/** Returns the current download URL of a document. */
export const readDocumentUrl = async ({ _id, ticket }: Order, kind: OrderDocument): Promise<string> =>
  (ticket ? await client.guestPaper({ params: { ticket, kind } }) : await client.paper({ params: { id: _id, kind } }))
    .url

export interface ReturnWanted {
  lines: { line: string; quantity: number }[]
  reason: ReturnReason
}

export const previewReturn = ({ _id, ticket }: Order, body: ReturnWanted): Promise<Preview<RefundTotals>> =>
  ticket ? returnClient.guestPreview({ params: { ticket }, body }) : returnClient.preview({ params: { id: _id }, body })

export type ReturnRequest = ReturnWanted & ClaimDetails

export const requestReturn = async (
  { _id, ticket }: Order,
  { key, pictures, ...body }: ReturnRequest,
): Promise<Return> =>
  (ticket
    ? await returnClient.guestAsk({ params: { ticket }, body })
    : await returnClient.ask(
        { params: { id: _id }, body: { ...body, pictures } },
        { headers: { 'idempotency-key': key } },
      )
  ).return

/** Withdraws the return; the customer keeps the goods. */
export const withdrawReturn = async ({ _id, ticket }: Order, returnId: string): Promise<Order> => {
  if (ticket) {
    await returnClient.guestWithdraw({ params: { ticket, id: returnId } })
    return (await client.guestOpen({ params: { ticket } })).order
  }
  await returnClient.withdraw({ params: { id: returnId } })
  return (await client.open({ params: { id: _id } })).order
}

/** Uploads a photo before its return or review is sent; returns its id. */
export const uploadPhoto = async (file: File, onProgress: (part: number) => void): Promise<string> => {
  const form = new FormData()
  form.set('image', file)
  return (await reviewClient.uploadPicture({ form }, { onProgress })).picture._id
}
