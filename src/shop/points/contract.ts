import { z } from 'zod'
import { ById, Id, Instant, listQuery, page, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'

fieldMessages({ points_amount: m.points_field_amount, points_user: m.points_field_user })

/** `undone`: taken back after a return; `back`: returned from a cancelled or returned order. */
export const pointKinds = ['purchase', 'review', 'adjusted', 'spent', 'back', 'undone', 'expired'] as const
export type PointKind = (typeof pointKinds)[number]

export const PointLine = z
  .object({
    _id: Id,
    at: Instant,
    kind: z.enum(pointKinds),
    amount: z.number().int(),
    balance: z.number().int().describe('Balance after this entry'),
    note: z.string(),
    order: z.string().nullable().describe('Number of the order'),
    expiresAt: Instant.nullable(),
  })
  .meta({ id: 'ShopPointLine' })
export type PointLine = z.infer<typeof PointLine>

const Member = z.object({ _id: Id, username: z.string(), name: z.string() })

export const ConsolePointLine = PointLine.extend({
  user: Member,
}).meta({ id: 'ConsoleShopPointLine' })
export type ConsolePointLine = z.infer<typeof ConsolePointLine>

export const PointAccount = z
  .object({
    user: Member,
    balance: z.number().int(),
    expiring: z.object({ at: Instant, amount: z.number().int() }).nullable(),
    coming: z.number().int().describe('Points of purchases that are not confirmed yet'),
  })
  .meta({ id: 'ShopPointAccount' })
export type PointAccount = z.infer<typeof PointAccount>

const paging = listQuery(['createdAt'])
const Expiring = z.object({ at: Instant, amount: z.number().int() })

/** Points, recorded in a ledger: a balance is the sum of its lines. */
export const points = {
  mine: route({
    method: 'GET',
    path: '/api/v1/me/points',
    access: 'member',
    owned: true,
    summary: 'Get the points of the caller: balance, next expiry, pending points, and all entries, latest first.',
    query: z.strictObject({ page: paging.page, limit: paging.limit }),
    answer: page('points', PointLine).extend({
      balance: z.number().int(),
      expiring: Expiring.nullable(),
      coming: z.number().int().describe('Points of purchases that are not confirmed yet'),
    }),
  }),
  list: route({
    method: 'GET',
    path: '/api/console/shop/points',
    access: 'console:shop',
    summary: 'List the entries of the points ledger, latest first.',
    query: z.strictObject({
      page: paging.page,
      limit: paging.limit,
      q: paging.q,
      kind: z.enum(pointKinds).optional(),
      user: Id.optional(),
    }),
    answer: page('points', ConsolePointLine),
  }),
  account: route({
    method: 'GET',
    path: '/api/console/shop/points/{id}',
    access: 'console:shop',
    summary: 'Get the points of a member by account id: balance, next expiry and pending points.',
    params: ById,
    answer: z.object({ account: PointAccount }),
  }),
  adjust: route({
    method: 'POST',
    path: '/api/console/shop/points',
    access: 'console:shop',
    summary: 'Grant points to a member or deduct some, with a reason that the member sees.',
    body: z.strictObject({
      username: z.string().trim().min(1).max(100),
      amount: z.number().int().min(-10_000_000).max(10_000_000),
      note: z.string().trim().min(1).max(200),
    }),
    answer: z.object({ point: ConsolePointLine }),
    status: 201,
    idempotent: true,
  }),
}
