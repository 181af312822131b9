import type { Column } from '#console/kit/list/columns/column-layout.ts'
import type { ListResource } from '#console/kit/list/state/use-list.ts'
import { columnInstant, fullInstant } from '#console/kit/parts/time/seoul-time.ts'
import type { Recorded } from '#kit/resource.ts'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import { type ConsolePointLine, type PointKind, pointKinds, points } from '../contract.ts'

export const client = clientOf(points)

/** Ledger line; it is never changed. */
export type LedgerLine = ConsolePointLine & Recorded

/** Ledger of one member, or of all. */
export const createLedger = (user?: string): ListResource<LedgerLine, never, 'kind', never> => ({
  path: user ? `${points.list.path}/${user}` : points.list.path,
  access: points.list.access,
  // The ledger has a fixed order, so sorting is ignored.
  async list({ sort: _, ...query }, options) {
    const { points: lines, ...paging } = await client.list({ query: { ...query, ...(user && { user }) } }, options)
    return { ...paging, records: lines.map((line) => ({ ...line, createdAt: line.at, updatedAt: line.at })) }
  },
})

export const kindLabels: Record<PointKind, () => string> = {
  purchase: m.points_kind_purchase,
  review: m.points_kind_review,
  adjusted: m.points_kind_adjusted,
  spent: m.points_kind_spent,
  back: m.points_kind_back,
  undone: m.points_kind_undone,
  expired: m.points_kind_expired,
}

export const kindFilter = () => ({
  name: 'kind' as const,
  title: m.points_kind(),
  options: pointKinds.map((value) => ({ value, label: kindLabels[value]() })),
})

export const formatSigned = (amount: number): string =>
  amount < 0 ? `−${(-amount).toLocaleString('ko-KR')}` : `+${amount.toLocaleString('ko-KR')}`

/** Columns shared by both ledgers. */
export const lineColumns = (): Column<LedgerLine, never, never>[] => [
  {
    key: 'amount',
    title: m.points_amount(),
    width: 112,
    align: 'right',
    value: ({ amount }) => amount,
    cell: ({ amount }) => formatSigned(amount),
  },
  {
    key: 'balance',
    title: m.points_balance_after(),
    width: 128,
    align: 'right',
    value: ({ balance }) => balance,
    cell: ({ balance }) => balance.toLocaleString('ko-KR'),
  },
  { key: 'note', title: m.points_note(), width: 232, drop: 2, value: ({ note }) => note || null },
  { key: 'order', title: m.points_order(), width: 128, drop: 3, value: ({ order }) => order },
  {
    key: 'expiresAt',
    title: m.points_expires(),
    width: 120,
    drop: 1,
    entry: false,
    value: ({ expiresAt }) => (expiresAt ? new Date(expiresAt) : null),
    cell: ({ expiresAt }) =>
      expiresAt && (
        <time dateTime={expiresAt} title={fullInstant(expiresAt)}>
          {columnInstant(expiresAt)}
        </time>
      ),
  },
  {
    key: 'at',
    title: m.points_at(),
    width: 120,
    value: ({ at }) => new Date(at),
    cell: ({ at }) => (
      <time dateTime={at} title={fullInstant(at)}>
        {columnInstant(at)}
      </time>
    ),
  },
]
