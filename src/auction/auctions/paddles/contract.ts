import { z } from 'zod'
import { ById, Id, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'
import { maxPaddle } from '../rules.ts'

fieldMessages({
  paddle_taken: m.auctions_field_paddle_taken,
  paddle_used: m.auctions_field_paddle_used,
  paddle_registered: m.auctions_field_paddle_registered,
  paddle_member: m.auctions_field_paddle_member,
})

/** Number on the paddle of a bidder; unique in an auction. */
export const PaddleNumber = z.number().int().min(1).max(maxPaddle)

const entries = '/api/console/auction/programs/{id}/entries'

/** Routes for bidders who do not bid online. `staff` is the schema of the registrations that they return. */
export const paddleRoutes = <Staff extends z.ZodType>(staff: Staff) => ({
  enroll: route({
    method: 'POST',
    path: entries,
    access: 'console:auction',
    summary:
      'Registers a member who signed the terms on paper, with a paddle number: the given one, or the next free one. A deposit that the auction requires is still to be paid.',
    params: ById,
    body: z.strictObject({
      username: z.string().trim().toLowerCase().min(1).max(100),
      paddle: PaddleNumber.nullable().default(null),
    }),
    answer: z.object({ entry: staff }),
    status: 201,
    idempotent: true,
  }),
  setPaddle: route({
    method: 'PUT',
    path: `${entries}/{entry}/paddle`,
    access: 'console:auction',
    summary:
      'Sets the paddle number of a bidder. 409 if another bidder has it, or if bids were entered under the old one.',
    params: z.strictObject({ id: Id, entry: Id }),
    body: z.strictObject({ paddle: PaddleNumber.nullable() }),
    answer: z.object({ entry: staff }),
  }),
})
