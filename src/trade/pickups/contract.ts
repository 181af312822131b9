import { z } from 'zod'
import { Id, Instant, listQuery, page, route } from '#kit/contract.ts'
import { pickupStates } from '#kit/module/pickups.ts'

/** Code that the customer shows at the pickup desk. */
export const PickupTicket = z
  .object({
    words: z.string().describe('Code in groups for reading and typing: 3F9A 1C02 7B'),
    qr: z.string().describe('QR code of the code, as SVG'),
  })
  .meta({ id: 'PickupTicket' })
export type PickupTicket = z.infer<typeof PickupTicket>

const Pickup = z
  .object({
    _id: Id.describe('Id of the order or the won work'),
    createdAt: Instant,
    site: z.string().describe('Module of the record: `auction` or `shop`'),
    number: z.string(),
    title: z.string(),
    state: z.enum(pickupStates),
    until: Instant.nullable().describe('Time until which it is kept, or by which it must be paid'),
    ticket: PickupTicket.nullable().describe('Pickup code, while it can be handed over'),
    to: z.string().describe('Path of its page, without the language'),
  })
  .meta({ id: 'MemberPickup' })

const paging = listQuery(['createdAt'])

export const pickups = {
  list: route({
    method: 'GET',
    path: '/api/v1/me/pickups',
    access: 'member',
    owned: true,
    summary: 'List the pickups of the caller on all enabled sites, latest first; `not_found` if none has pickups.',
    query: z.strictObject({ page: paging.page, limit: paging.limit, state: z.enum(pickupStates).optional() }),
    answer: page('pickups', Pickup),
  }),
}
