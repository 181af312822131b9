import { z } from 'zod'
import { Id, Instant, listQuery, page, route } from '#kit/contract.ts'
import { pickupStates } from '#kit/module/pickups.ts'

/** Code that the customer shows at the pickup desk. */
export const PickupTicket = z
  .object({
    words: z.string().describe('The code as it is read aloud and typed: 3F9A 1C02 7B'),
    qr: z.string().describe('The same as a QR code (SVG)'),
  })
  .meta({ id: 'PickupTicket' })
export type PickupTicket = z.infer<typeof PickupTicket>

const Pickup = z
  .object({
    _id: Id.describe('Of the order or of the won work'),
    createdAt: Instant,
    site: z.string().describe('Which has it: auction, shop'),
    number: z.string(),
    title: z.string(),
    state: z.enum(pickupStates),
    until: Instant.nullable().describe('Until when it is kept, or by when it has to be paid'),
    ticket: PickupTicket.nullable().describe('Shown where it is handed over, while it can be'),
    to: z.string().describe('Address of its page, without the language'),
  })
  .meta({ id: 'MemberPickup' })

const paging = listQuery(['createdAt'])

export const pickups = {
  list: route({
    method: 'GET',
    path: '/api/v1/me/pickups',
    access: 'member',
    owned: true,
    summary:
      'What the own account picks up itself, of every site that is switched on, the latest first; `not_found` while none has any.',
    query: z.strictObject({ page: paging.page, limit: paging.limit, state: z.enum(pickupStates).optional() }),
    answer: page('pickups', Pickup),
  }),
}
