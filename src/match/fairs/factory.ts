import { and, asc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { insertRecord } from '#kit/server/records/records.ts'
import { type fairs as contract, FairInput } from './contract.ts'
import { fairSlots, fairs, type SlotRow } from './table.ts'

type Input = z.input<typeof FairInput>

const hour = 3_600_000

/** Instant of the full hour that starts `hours` hours after the current one. */
export const fullHour = (now: Date, hours: number): string =>
  new Date(Math.floor(now.getTime() / hour) * hour + hours * hour).toISOString()

/** Request body of a fair with one four-hour session that starts in `inHours`; slots of 30 minutes. */
export const fairInput = (
  now: Date,
  { inHours = 48, ...overrides }: Partial<Input> & { inHours?: number } = {},
): Input => ({
  title: { ko: '봄 소싱 페어', en: 'Spring sourcing fair', cn: '春季采购展' },
  venue: { ko: '대청 무역센터 1층 마루홀' },
  phase: 'ongoing',
  startsAt: fullHour(now, inHours),
  endsAt: fullHour(now, inHours + 4),
  sessions: [{ startAt: fullHour(now, inHours), endAt: fullHour(now, inHours + 4) }],
  tables: 2,
  rooms: 2,
  ...overrides,
})

export const buildFair = (context: Context, overrides: Partial<Input> & { inHours?: number } = {}) =>
  insertRecord(context, fairs, FairInput, fairInput(context.now(), overrides))

/** Lists the open slots of a fair in order. */
export const listOpenSlots = (context: Context, fairId: string): Promise<SlotRow[]> =>
  context.database
    .select()
    .from(fairSlots)
    .where(and(eq(fairSlots.fairId, fairId), eq(fairSlots.closed, false)))
    .orderBy(asc(fairSlots.startsAt))

export const samples: Samples<typeof contract> = {
  create: (context) => ({ body: fairInput(context.now()) }),
  grid: () => ({ body: { sessions: [], breaks: [], slotMinutes: 30, tables: 2 } }),
}
