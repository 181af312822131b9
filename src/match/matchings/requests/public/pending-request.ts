import type { z } from 'zod'
import type { Matching, matchings } from '../../contract.ts'

/** A request that a buyer is about to send: the page address names the seller, session storage has the message. */
export interface PendingRequest {
  fair: string
  seller: string
  product: string | null
}

export type RequestInput = z.input<typeof matchings.request.body>

export const readPendingRequest = (search: URLSearchParams): PendingRequest | null => {
  const [fair, seller] = [search.get('fair'), search.get('seller')]
  return fair && seller ? { fair, seller, product: search.get('product') } : null
}

export const pendingRequestQuery = ({ fair, seller, product }: PendingRequest): string =>
  new URLSearchParams({ fair, seller, ...(product && { product }) }).toString()

const keyOf = ({ fair, seller }: PendingRequest) => `match.ask.${fair}.${seller}`

export const readStoredMessage = (pending: PendingRequest): string => sessionStorage.getItem(keyOf(pending)) ?? ''
export const storeMessage = (pending: PendingRequest, message: string): void =>
  sessionStorage.setItem(keyOf(pending), message)

/** Sends the request with the stored message, and clears the message once the server has accepted it. */
export const sendRequest = async (
  pending: PendingRequest,
  request: (input: { body: RequestInput }) => Promise<{ matching: Matching }>,
): Promise<Matching> => {
  const { matching } = await request({ body: { ...pending, message: readStoredMessage(pending) } })
  sessionStorage.removeItem(keyOf(pending))
  return matching
}
