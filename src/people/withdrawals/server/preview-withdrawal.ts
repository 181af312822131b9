import { and, eq, ne } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { DataSubject, RetainedRecords, WithdrawalBlocker } from '#kit/module/module.ts'
import { isStaff } from '#kit/scopes.ts'
import type { Context, Services } from '#kit/server/context.ts'
import { m } from '#messages/messages.js'
import { users } from '#people/users/table.ts'

export const findSubject = async (context: Context, userId: string): Promise<DataSubject> => {
  const [row] = await context.database
    .select({ userId: users.id, username: users.username, email: users.email, phone: users.phone })
    .from(users)
    .where(and(eq(users.id, userId), ne(users.state, 'withdrawn')))
  if (!row) throw new AppError('not_found')
  return row
}

/** Calls every module with personal data, in registry order. */
export const collectFromModules = async <T>(
  context: Context,
  collect: (personal: NonNullable<Services['modules'][number]['personal']>) => Promise<readonly T[]> | undefined,
): Promise<T[]> => {
  const all: T[] = []
  for (const { personal } of context.services.modules) if (personal) all.push(...((await collect(personal)) ?? []))
  return all
}

export const findBlockers = async (context: Context, subject: DataSubject): Promise<WithdrawalBlocker[]> => [
  // Staff accounts are ended by other staff, so that the last administrator cannot lock everybody out.
  ...(subject.userId === context.principal.userId && isStaff(context.principal.scopes)
    ? [{ title: m.withdrawals_block_staff({}, { locale: context.locale }), to: null }]
    : []),
  ...(await collectFromModules(context, (personal) => personal.blockers?.(context, subject))),
]

export const findRetained = async (context: Context, subject: DataSubject): Promise<RetainedRecords[]> =>
  (await collectFromModules(context, (personal) => personal.retained?.(context, subject))).filter(
    ({ until, records }) => records.length > 0 && until > context.now(),
  )

/** Returns what blocks a withdrawal and what the law would retain. */
export const previewWithdrawal = async (context: Context, userId = context.principal.userId) => {
  const subject = await findSubject(context, userId)
  const retained = await findRetained(context, subject)
  return {
    blocks: await findBlockers(context, subject),
    // One total per legal basis with its last day; the records expire one by one.
    held: [...Map.groupBy(retained, ({ basis }) => basis)].map(([basis, some]) => ({
      basis,
      until: new Date(Math.max(...some.map(({ until }) => until.getTime()))).toISOString(),
      records: some.reduce((sum, { records }) => sum + records.length, 0),
    })),
  }
}
