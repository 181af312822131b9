import { z } from 'zod'
import { KrwAmount } from '#auction/auctions/contract.ts'
import { PaddleNumber } from '#auction/auctions/paddles/contract.ts'
import { Id, Instant, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'
import { bidKinds } from '../rules.ts'

fieldMessages({ bid_paddle: m.bids_field_paddle })

/** Ways in which a bid reaches the house other than online. */
export const staffChannels = ['telephone', 'paper', 'floor'] as const
export type StaffChannel = (typeof staffChannels)[number]

/** How a bid reached the house; null for rows without a sender. */
export const BidChannel = z.enum(['online', ...staffChannels]).nullable()
export type BidChannel = z.infer<typeof BidChannel>

/** The route by which staff enter bids. `receipt` and `lot` are the schemas of its answer. */
export const staffBidRoutes = <Shape extends z.ZodRawShape, Lot extends z.ZodType>(
  receipt: z.ZodObject<Shape>,
  lot: Lot,
) => ({
  enter: route({
    method: 'POST',
    path: '/api/console/auction/works/{work}/bids',
    access: 'console:auction',
    summary:
      'Enters a bid made by telephone, on paper or from the floor, under the paddle number of its bidder. It is decided and chained like any other. 409 returns the reason in `current` (`BidRefused`).',
    params: z.strictObject({ work: Id }),
    body: z.strictObject({
      paddle: PaddleNumber,
      channel: z.enum(staffChannels),
      kind: z.enum(bidKinds).default('open'),
      amount: KrwAmount,
    }),
    answer: z.object({
      bid: receipt.extend({
        paddle: PaddleNumber,
        channel: z.enum(staffChannels),
        user: z.object({ _id: Id, username: z.string(), name: z.string() }),
      }),
      now: Instant,
      lot,
    }),
    status: 201,
    idempotent: true,
    perMinute: 240,
    crowded: 'work',
  }),
})
