import { Readable } from 'node:stream'
import { and, eq, lte, ne, sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { decryptText, encryptText } from '#kit/auth/vault.ts'
import { AppError } from '#kit/errors.ts'
import { readPrivateFile, signValue, verifySigned } from '#kit/files/private-files.ts'
import type { DataSubject, RetainedRecords, WithdrawalBlocker } from '#kit/module/module.ts'
import { Context, publicScope, type Services } from '#kit/server/context.ts'
import { removeAnswersNaming, removeAnswersOfAccount } from '#kit/server/limits/idempotency.ts'
import { streamZip, type ZipEntry } from '#kit/zip.ts'
import { m } from '#messages/messages.js'
import { isStaff } from '#people/auth/server/authenticate-session.ts'
import { deleteMailsAbout } from '#people/messages/server/queue-messages.ts'
import { deleteFiles } from '#people/users/server/find-account.ts'
import { users } from '#people/users/table.ts'
import type { Basis, Reason } from '../rules.ts'
import { legalHolds, withdrawals } from '../table.ts'

const subjectOf = async (context: Context, userId: string): Promise<DataSubject> => {
  const [row] = await context.database
    .select({ userId: users.id, username: users.username, email: users.email, phone: users.phone })
    .from(users)
    .where(and(eq(users.id, userId), ne(users.state, 'withdrawn')))
  if (!row) throw new AppError('not_found')
  return row
}

/** Calls every module with personal data, in registry order. */
const askAll = async <T>(
  context: Context,
  ask: (personal: NonNullable<Services['modules'][number]['personal']>) => Promise<readonly T[]> | undefined,
): Promise<T[]> => {
  const all: T[] = []
  for (const { personal } of context.services.modules) if (personal) all.push(...((await ask(personal)) ?? []))
  return all
}

const blocksOf = async (context: Context, subject: DataSubject): Promise<WithdrawalBlocker[]> => [
  // Staff accounts are ended by other staff, so that the last administrator cannot lock everybody out.
  ...(subject.userId === context.principal.userId && isStaff(context.principal.scopes)
    ? [{ title: m.withdrawals_block_staff({}, { locale: context.locale }), to: null }]
    : []),
  ...(await askAll(context, (personal) => personal.blocks?.(context, subject))),
]

const heldOf = async (context: Context, subject: DataSubject): Promise<RetainedRecords[]> =>
  (await askAll(context, (personal) => personal.held?.(context, subject))).filter(
    ({ until, records }) => records.length > 0 && until > context.now(),
  )

/** Returns what blocks a withdrawal and what the law would retain. */
export const previewWithdrawal = async (context: Context, userId = context.principal.userId) => {
  const subject = await subjectOf(context, userId)
  const held = await heldOf(context, subject)
  return {
    blocks: await blocksOf(context, subject),
    // One total per legal basis with its last day; the records expire one by one.
    held: [...Map.groupBy(held, ({ basis }) => basis)].map(([basis, some]) => ({
      basis,
      until: new Date(Math.max(...some.map(({ until }) => until.getTime()))).toISOString(),
      records: some.reduce((sum, { records }) => sum + records.length, 0),
    })),
  }
}

/**
 * Ends an account permanently, in one transaction: encrypts and separates records retained by law, has every module
 * delete or anonymize its data, and leaves only the id in the account row. Locks the account first, so that one of two
 * concurrent calls withdraws. Throws `conflict` while something blocks it.
 */
export const withdrawAccount = async (
  context: Context,
  reason: Reason,
  { userId, why }: { userId: string; why?: string } = context.principal,
): Promise<void> => {
  const files: string[] = []
  await context.transaction(async (within) => {
    const { rows } = await within.database.execute(
      sql`SELECT FROM users WHERE id = ${userId} AND state <> 'withdrawn' FOR UPDATE`,
    )
    if (rows.length === 0) throw new AppError('conflict')
    const subject = await subjectOf(within, userId)
    if ((await blocksOf(within, subject)).length > 0) throw new AppError('conflict')
    const held = await heldOf(within, subject)
    const now = within.now()
    const stamps = { createdAt: now, updatedAt: now }
    const [account] = await within.database.select({ kind: users.kind }).from(users).where(eq(users.id, userId))
    const withdrawalId = within.newId()
    await within.database
      .insert(withdrawals)
      .values({ ...stamps, id: withdrawalId, userId, kind: account?.kind ?? 'PERSON', reason })
    for (const { basis, until, records } of held) {
      const id = within.newId()
      const text = JSON.stringify({ account: subject, records })
      const locked = encryptText(within.services.vault, text, id)
      await within.database
        .insert(legalHolds)
        .values({ ...stamps, id, withdrawalId, basis, until, records: records.length, sealed: locked })
    }
    files.push(...(await askAll(within, (personal) => personal.forget?.(within, subject))))
    const contacts = [subject.email, subject.phone].filter((contact) => contact !== null)
    await removeAnswersOfAccount(within, userId)
    // Stored idempotent responses to staff can contain the member's text.
    await removeAnswersNaming(within, [userId, ...contacts])
    await deleteMailsAbout(within, { userId, contacts })
    await writeAudit(within, {
      action: 'withdraw',
      entity: 'users',
      entityId: userId,
      summary: '',
      // A withdrawal by staff is logged with their name and reason.
      ...(why === undefined ? { ofMember: true } : { after: { reason: why } }),
    })
  })
  // The file rows are already detached; the hourly job deletes what a crash here leaves behind.
  await deleteFiles(context, files)
}

/** Returns the retained records of a hold, for those entitled by law. Null once they are deleted. */
export const readHold = async (
  context: Context,
  id: string,
): Promise<{ basis: Basis; withdrawalId: string; text: string } | null> => {
  const [row] = await context.database.select().from(legalHolds).where(eq(legalHolds.id, id))
  return row
    ? {
        basis: row.basis,
        withdrawalId: row.withdrawalId,
        text: decryptText(context.services.vault, row.sealed, row.id),
      }
    : null
}

/** Deletes records after their retention period; a run that deleted something writes an audit line with the counts. */
export const deleteExpiredHolds = (context: Context): Promise<void> =>
  context.transaction(async (within) => {
    const gone = await within.database
      .delete(legalHolds)
      .where(lte(legalHolds.until, within.now()))
      .returning({ basis: legalHolds.basis, records: legalHolds.records })
    const counts = Object.fromEntries(
      Map.groupBy(gone, ({ basis }) => basis)
        .entries()
        .map(([basis, rows]) => [basis, rows.reduce((sum, { records }) => sum + records, 0)]),
    )
    await writeAudit(within, {
      action: 'destroy',
      entity: 'withdrawals',
      summary: String(gone.length),
      after: counts,
    })
  })

const archiveFor = 'member archive'
const archiveLife = 5 * 60_000

interface ArchiveAddress {
  userId: string
  until: number
}

/** Returns a URL of the caller's data archive, valid for five minutes. */
export const createArchiveUrl = (context: Context): string => {
  const value: ArchiveAddress = { userId: context.principal.userId, until: context.now().getTime() + archiveLife }
  return `/files/archive?token=${signValue(context.services.secret, archiveFor, value)}`
}

/** Returns all data of an account as a ZIP: one JSON file per module, and the files. Null if the URL is expired. */
export const openArchive = async (services: Services, token: string): Promise<Readable | null> => {
  const address = verifySigned<ArchiveAddress>(services.secret, archiveFor, token)
  if (!address || address.until < services.clock.now().getTime()) return null
  const context = new Context(services, publicScope('ko'))
  const subject = await subjectOf(context, address.userId).catch(() => null)
  if (!subject) return null
  const entries: ZipEntry[] = []
  for (const { name, personal } of services.modules) {
    const content = await personal?.archive?.(context, subject)
    if (content && Object.keys(content).length > 0)
      entries.push({ name: `${name}.json`, open: async () => Buffer.from(`${JSON.stringify(content, null, 2)}\n`) })
    for (const file of (await personal?.files?.(context, subject)) ?? [])
      entries.push({ name: `files/${file.name}`, open: () => readPrivateFile(services, file.id) })
  }
  return Readable.from(streamZip(entries, services.clock.now()))
}
