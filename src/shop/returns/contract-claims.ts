import { z } from 'zod'
import { ById, Id, listQuery, one, page, route, withArticle } from '#kit/contract.ts'

const ByTicket = z.strictObject({ ticket: z.uuid().lowercase() })
const OneByTicket = z.strictObject({ ticket: z.uuid().lowercase(), id: Id })
const paging = listQuery(['createdAt'])

/**
 * Routes that returns and exchanges share: a member, or a guest by the ticket of the order, previews, requests and
 * withdraws; staff list, read and refuse. `wanted` is the input of the preview, `input` that of the request; only
 * members can attach pictures.
 */
export const claimRoutes = <
  const One extends string,
  const Many extends string,
  Wanted extends z.ZodObject,
  Slip extends z.ZodObject,
  Input extends z.ZodObject,
  GuestInput extends z.ZodObject,
  Shown extends z.ZodObject,
  Listed extends z.ZodObject,
  const States extends readonly [string, ...string[]],
>(
  names: { one: One; many: Many },
  shapes: { wanted: Wanted; slip: Slip; input: Input; guestInput: GuestInput; shown: Shown; listed: Listed },
  states: States,
) => {
  const { wanted, input, guestInput, shown, listed } = shapes
  const own = `/api/v1/me/orders/{id}/${names.many}` as const
  const guests = `/api/v1/shop/orders/{ticket}/${names.many}` as const
  const desk = `/api/console/shop/${names.many}` as const
  const slip = z.object({
    slip: shapes.slip,
    account: z.boolean().describe('Whether the refund goes by transfer and requires an account'),
  })
  const answer = one(names.one, shown)
  const deskAnswer = one(names.one, listed)
  const previewed = `Preview the fees and refunds of ${withArticle(names.one)} of pieces of an order`
  const requested = `Request ${withArticle(names.one)} of pieces of an order`
  const withdrawn = `Withdraw ${withArticle(names.one)} before the goods are collected`
  return {
    preview: route({
      method: 'POST',
      path: `${own}/preview`,
      access: 'member',
      owned: true,
      summary: `${previewed}.`,
      params: ById,
      body: wanted,
      answer: slip,
      status: 200,
      perMinute: 60,
    }),
    ask: route({
      method: 'POST',
      path: own,
      access: 'member',
      owned: true,
      summary: `${requested}.`,
      params: ById,
      body: input,
      answer,
      status: 201,
      idempotent: true,
    }),
    withdraw: route({
      method: 'POST',
      path: `/api/v1/me/${names.many}/{id}/withdraw`,
      access: 'member',
      owned: true,
      summary: `${withdrawn}.`,
      params: ById,
      answer,
      status: 200,
    }),
    guestPreview: route({
      method: 'POST',
      path: `${guests}/preview`,
      access: 'public',
      summary: `${previewed} as a guest.`,
      params: ByTicket,
      body: wanted,
      answer: slip,
      status: 200,
      perMinute: 60,
    }),
    guestAsk: route({
      method: 'POST',
      path: guests,
      access: 'public',
      summary: `${requested} as a guest.`,
      params: ByTicket,
      body: guestInput,
      answer,
      status: 201,
      perMinute: 10,
    }),
    guestWithdraw: route({
      method: 'POST',
      path: `${guests}/{id}/withdraw`,
      access: 'public',
      summary: `${withdrawn} as a guest.`,
      params: OneByTicket,
      answer,
      status: 200,
      perMinute: 10,
    }),
    list: route({
      method: 'GET',
      path: desk,
      access: 'console:shop',
      summary: `List ${names.many}.`,
      query: z.strictObject({ ...paging, state: z.enum(states).optional(), order: Id.optional() }),
      answer: page(names.many, listed),
    }),
    get: route({
      method: 'GET',
      path: `${desk}/{id}`,
      access: 'console:shop',
      summary: `Get ${withArticle(names.one)}.`,
      params: ById,
      answer: deskAnswer,
    }),
    refuse: route({
      method: 'POST',
      path: `${desk}/{id}/refuse`,
      access: 'console:shop',
      summary: `Refuse ${withArticle(names.one)}, with a reason that the customer sees.`,
      params: ById,
      body: z.strictObject({ reason: z.string().trim().min(1).max(300) }),
      answer: deskAnswer,
      status: 200,
    }),
  }
}
