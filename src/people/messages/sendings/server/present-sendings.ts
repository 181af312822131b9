import { inArray, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { toRecord } from '#kit/server/records/records.ts'
import { users } from '#people/users/table.ts'
import { type SendingRow, sendingRecipients } from '../../table.ts'
import type { Sending } from '../contract.ts'
import { type RecipientState, recipientStates } from '../rules.ts'

type Counts = Record<RecipientState, number>

const createZeroCounts = (): Counts => Object.fromEntries(recipientStates.map((state) => [state, 0])) as Counts

/** Returns the number of recipients per state of each bulk message. */
const countByState = async (context: Context, ids: readonly string[]): Promise<Map<string, Counts>> => {
  const counts = new Map(ids.map((id) => [id, createZeroCounts()]))
  if (ids.length === 0) return counts
  const rows = await context.database
    .select({ id: sendingRecipients.sendingId, state: sendingRecipients.state, count: sql<number>`count(*)::int` })
    .from(sendingRecipients)
    .where(inArray(sendingRecipients.sendingId, [...ids]))
    .groupBy(sendingRecipients.sendingId, sendingRecipients.state)
  for (const { id, state, count } of rows) {
    const of = counts.get(id)
    if (of) of[state] = count
  }
  return counts
}

/** Columns that record which staff member did what. */
export const staffColumns = ['authorId', 'askedBy', 'askedAt', 'approvedBy', 'approvedAt'] as const

/** Presents bulk messages for the console, with the author's name and recipient counts. */
export const presentSendings = async <R extends Pick<SendingRow, 'id' | (typeof staffColumns)[number]>>(
  rows: R[],
  context: Context,
) => {
  const staff = rows.flatMap(({ authorId, askedBy, approvedBy }) =>
    [authorId, askedBy, approvedBy].filter((id) => id !== null),
  )
  const [counts, known] = await Promise.all([
    countByState(
      context,
      rows.map(({ id }) => id),
    ),
    staff.length === 0
      ? []
      : context.database.select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, staff)),
  ])
  const names = new Map(known.map(({ id, name }) => [id, name]))
  const toActor = (id: string | null, at: Date | null) =>
    id && at ? { _id: id, name: names.get(id) ?? '', at: at.toISOString() } : null
  return rows.map(({ authorId, askedBy, askedAt, approvedBy, approvedAt, ...row }) => ({
    ...toRecord(row),
    author: (authorId && names.get(authorId)) || null,
    asked: toActor(askedBy, askedAt),
    approved: toActor(approvedBy, approvedAt),
    counts: counts.get(row.id) ?? createZeroCounts(),
  }))
}

export const presentSending = async (context: Context, row: SendingRow): Promise<Sending> => {
  const [sending] = await presentSendings([row], context)
  if (!sending) throw new AppError('not_found')
  return sending as Sending
}
