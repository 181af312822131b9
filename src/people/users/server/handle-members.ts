import { type SQL, sql } from 'drizzle-orm'
import { recordPersonalAccess } from '#kit/audit/personal-access.ts'
import { writeAudit } from '#kit/audit/write-audit.ts'
import type { Localized } from '#kit/contract.ts'
import { AppError } from '#kit/errors.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { seoulDayOf } from '#kit/time/seoul-day.ts'
import { endSessions } from '#people/auth/server/end-sessions.ts'
import { notifySecurityChange } from '#people/auth/server/send-security-notice.ts'
import { createCompany } from '#people/companies/server/create-company.ts'
import { listAllConsentsOn } from '#people/consents/server/list-past-consents.ts'
import { sendRecovery } from '#people/recovery/server/send-recovery.ts'
import { previewWithdrawal } from '#people/withdrawals/server/preview-withdrawal.ts'
import { withdrawAccount } from '#people/withdrawals/server/withdraw-account.ts'
import type { members as contract, Member, MemberInput } from '../contract-members.ts'
import { applyContactChange, changesContact } from './change-contact.ts'
import { mayGrantLevelSql, mayRecoverSql, withinReachSql } from './check-reach.ts'
import { memberExport } from './export-members.ts'
import { formatMemberNumber } from './format-member-number.ts'
import { checkSheet, importSheet } from './import-members.ts'
import { countMembers, listMembers } from './list-members.ts'
import { presentMember } from './present-member.ts'
import { listAllMemberFiles, presentFile } from './store-member-file.ts'

/** Returns the account's name in the audit log: staff by name, members by number, because lines are permanent. */
const logName = ({ _id, name, level }: Pick<Member, '_id' | 'name'> & { level: { isStaff: boolean } }): string =>
  level.isStaff ? name : formatMemberNumber(_id)

/** Loads that name for an account. Throws `not_found`. */
const findLogName = async (context: Context, id: string): Promise<string> => {
  const { rows } = await context.database.execute<{ name: string; isStaff: boolean }>(sql`
    SELECT u.name, 'console' = ANY (l.scopes) AS "isStaff" FROM users u JOIN levels l ON l.id = u.level_id
    WHERE u.id = ${id} AND u.state <> 'withdrawn'`)
  const [row] = rows
  if (!row) throw new AppError('not_found')
  return logName({ _id: id, name: row.name, level: row })
}

const writeLog = (context: Context, action: string, member: Member, after?: object) =>
  writeAudit(context, { action, entity: 'users', entityId: member._id, summary: logName(member), after })

/**
 * SQL: another active owner exists, or the account is not one. The trigger `users_last_owner` decides between
 * concurrent calls.
 */
const keepsOwnerSql = sql`(l.key <> 'owner' OR u.state <> 'active' OR EXISTS (
  SELECT FROM users other WHERE other.level_id = l.id AND other.state = 'active' AND other.id <> u.id))`

const isLastOwner = (error: unknown): boolean =>
  error instanceof Error &&
  ((error as { constraint?: string }).constraint === 'users_last_owner' || isLastOwner(error.cause))

/** Converts the trigger's error about the last owner to a field error. */
const guardLastOwner = async <T>(path: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (isLastOwner(error)) throw new AppError('conflict', { fields: { [path]: 'last_owner' } })
    throw error
  }
}

const touchSql = (context: Context): SQL =>
  sql`updated_at = greatest(${context.now().toISOString()}::timestamptz(3), u.updated_at + interval '1 millisecond')`

/** Throws the reason that an update changed no row, for a caller who may see the account. */
const throwRefusal = (member: Member, path: string): never => {
  if (!member.mayChange) throw new AppError('forbidden')
  if (member.isLastOwner) throw new AppError('conflict', { fields: { [path]: 'last_owner' } })
  throw new AppError('conflict')
}

/** Locks or unlocks an account and writes an audit line. */
const changeState = (context: Context, id: string, to: 'active' | 'locked', reason: string): Promise<Member> =>
  guardLastOwner('reason', () =>
    context.transaction(async (within) => {
      const before = await presentMember(within, id)
      const isLocking = to === 'locked'
      const { rowCount } = await within.database.execute(sql`
        UPDATE users u SET state = ${to}, lock_reason = ${isLocking ? reason : null}, ${touchSql(within)}
        FROM levels l WHERE u.id = ${id} AND l.id = u.level_id AND u.state = ${isLocking ? 'active' : 'locked'}
          AND u.id <> ${within.principal.userId} AND ${withinReachSql(within)} ${isLocking ? sql`AND ${keepsOwnerSql}` : sql``}`)
      if (rowCount === 0) throwRefusal(before, 'reason')
      if (isLocking) await endSessions(within.database, id, within.now())
      await writeLog(within, isLocking ? 'lock' : 'unlock', before, { reason })
      return presentMember(within, id)
    }),
  )

const createMember = async (context: Context, body: MemberInput): Promise<Member> => {
  if ((body.kind === 'COMPANY') !== (body.company !== null))
    throw new AppError('invalid', { fields: { company: body.kind === 'COMPANY' ? 'required' : 'invalid' } })
  if (body.invite && !body.email && !body.phone) throw new AppError('invalid', { fields: { email: 'contact_missing' } })
  const email = body.email?.toLowerCase() ?? null
  return context.transaction(async (within) => {
    const id = within.newId()
    const now = sql`${within.now().toISOString()}::timestamptz`
    const { rowCount } = await within.database.execute(sql`
      INSERT INTO users (id, username, name, email, phone, kind, locale, level_id, password_hash, created_at, updated_at)
      SELECT ${id}::uuid, ${body.username}, ${body.name}, ${email}, ${body.phone}, ${body.kind}, ${body.locale}, n.id, 'none',
        ${now}, ${now}
      FROM levels n WHERE n.id = ${body.levelId}::uuid AND ${mayGrantLevelSql(within)}`)
    if (rowCount === 0) throw new AppError('invalid', { fields: { levelId: 'level_above' } })
    if (body.company) await createCompany(within, id, body.company)
    const member = await presentMember(within, id)
    await writeLog(within, 'create', member, { kind: body.kind, level: member.level.key })
    if (body.invite) await sendReset(within, member)
    return presentMember(within, id)
  })
}

const sendReset = async (context: Context, member: Member): Promise<'EMAIL' | 'SMS'> => {
  const channel = member.email ? 'EMAIL' : 'SMS'
  if (!member.email && !member.phone) throw new AppError('invalid', { fields: { email: 'contact_missing' } })
  await sendRecovery(context, { user: { ...member, id: member._id }, channel, what: 'password' })
  return channel
}

/** Returns an account that the caller may change. Throws `not_found` and `forbidden`. */
const assertReach = async (context: Context, id: string): Promise<Member> => {
  const member = await presentMember(context, id)
  if (!member.mayChange) throw new AppError('forbidden')
  return member
}

/** Withdraws a member within the caller's reach, with the reason for the log. Throws as `withdrawAccount`. */
const withdrawByStaff = async (context: Context, id: string, reason: string): Promise<undefined> => {
  const member = await assertReach(context, id)
  if (id === context.principal.userId) throw new AppError('forbidden')
  if (member.isLastOwner) throwRefusal(member, 'reason')
  await guardLastOwner('reason', () => withdrawAccount(context, 'other', { userId: id, reason }))
  return undefined
}

export const memberHandlers: Handlers<typeof contract> = {
  async list(context, { query }) {
    const found = await listMembers(context, query)
    await recordPersonalAccess(context, { act: 'list', entity: 'users', of: null, count: found.users.length })
    return found
  },

  async get(context, { params }) {
    const user = await presentMember(context, params.id)
    const { _id: of } = user
    await recordPersonalAccess(context, { act: 'read', entity: 'users', entityId: of, summary: logName(user), of })
    return { user }
  },

  async consentsOn(context, { params, query: { day } }) {
    // Future consents are unknown.
    if (day > seoulDayOf(context.now().getTime()).day) throw new AppError('invalid', { fields: { day: 'day_to_come' } })
    const summary = await findLogName(context, params.id)
    const { id: of } = params
    const consents = await listAllConsentsOn(context, of, day)
    await recordPersonalAccess(context, { act: 'read', entity: 'consents', entityId: of, summary, of })
    return { day, consents }
  },

  create: async (context, { body }) => ({ user: await createMember(context, body) }),

  update: (context, { params, body, stamp }) =>
    guardLastOwner('levelId', () =>
      context.transaction(async (within) => {
        if (!stamp) throw new AppError('stamp_required', { fields: { updatedAt: 'required' } })
        const before = await presentMember(within, params.id)
        const { updatedAt: _, levelId, email, phone, ...plain } = body
        const contact = {
          ...(email !== undefined && { email: email?.toLowerCase() ?? null }),
          ...(phone !== undefined && { phone }),
        }
        const member = { ...before, id: before._id }
        const hasMoved = changesContact(member, contact)
        const field = changesContact(member, { email: contact.email }) ? 'email' : 'phone'
        // Users change their own contact by proving it, with their password.
        if (hasMoved && params.id === within.principal.userId)
          throw new AppError('invalid', { fields: { [field]: 'own_contact' } })
        const changes = {
          ...plain,
          ...contact,
          ...(levelId !== undefined && levelId !== before.level._id && { level_id: levelId }),
        }
        const isMoved = 'level_id' in changes
        const columns = Object.entries(changes).map(([name, value]) => sql`${sql.identifier(name)} = ${value}`)
        const { rowCount } = await within.database.execute(sql`
          UPDATE users u SET ${sql.join([...columns, touchSql(within)], sql`, `)} FROM levels l
          WHERE u.id = ${params.id} AND l.id = u.level_id AND u.state <> 'withdrawn'
            AND u.updated_at = ${stamp.toISOString()}::timestamptz AND ${withinReachSql(within)}
            ${hasMoved ? sql`AND ${mayRecoverSql(within)}` : sql``}
            ${isMoved ? sql`AND ${keepsOwnerSql} AND EXISTS (SELECT FROM levels n WHERE n.id = ${levelId}::uuid AND ${mayGrantLevelSql(within)})` : sql``}`)
        if (rowCount === 0) {
          if (before.updatedAt !== stamp.toISOString()) throw new AppError('stale', { current: { user: before } })
          if (before.mayChange && hasMoved && !before.mayRecover)
            throw new AppError('invalid', { fields: { [field]: 'beyond' } })
          if (before.mayChange && !before.isLastOwner && isMoved)
            throw new AppError('invalid', { fields: { levelId: 'level_above' } })
          throwRefusal(before, 'levelId')
        }
        const user = await presentMember(within, params.id)
        if (hasMoved) await applyContactChange(within, member, user)
        // Only field names: audit lines are permanent, but a member's data must be erasable.
        await writeLog(within, 'update', user, {
          fields: Object.keys(body).filter((name) => name !== 'updatedAt'),
          ...(isMoved && { from: before.level.key, to: user.level.key }),
        })
        return { user }
      }),
    ),

  async levelChoices(context) {
    const { rows } = await context.database.execute<{
      id: string
      key: string
      title: Localized
      isStaff: boolean
      mayGive: boolean
    }>(sql`SELECT n.id, n.key, n.title, 'console' = ANY (n.scopes) AS "isStaff", ${mayGrantLevelSql(context)} AS "mayGive"
      FROM levels n ORDER BY n.rank DESC, n.id`)
    return {
      levels: rows.map(({ id, title, ...rest }) => ({ _id: id, title: textIn(context.locale, title), ...rest })),
    }
  },

  lock: async (context, { params, body }) => ({ user: await changeState(context, params.id, 'locked', body.reason) }),

  unlock: async (context, { params, body }) => ({ user: await changeState(context, params.id, 'active', body.reason) }),

  signOut: (context, { params }) =>
    context.transaction(async (within) => {
      const member = await assertReach(within, params.id)
      const ended = await endSessions(within.database, params.id, within.now())
      await writeLog(within, 'sign_out', member, { ended })
      return { ended }
    }),

  reset: (context, { params }) =>
    context.transaction(async (within) => {
      const member = await assertReach(within, params.id)
      if (member.state === 'locked') throw new AppError('conflict')
      // Check with the current levels, and lock the account until the link is written.
      const { rowCount } = await within.database.execute(sql`
        SELECT FROM users u JOIN levels l ON l.id = u.level_id
        WHERE u.id = ${params.id} AND u.state = 'active' AND ${withinReachSql(within)} AND ${mayRecoverSql(within)}
        FOR NO KEY UPDATE OF u`)
      if (rowCount === 0)
        throw new AppError((await assertReach(within, params.id)).state === 'active' ? 'forbidden' : 'conflict')
      const channel = await sendReset(within, member)
      await writeLog(within, 'reset', member, { channel })
      return { channel }
    }),

  resetSecondStep: (context, { params, body }) =>
    context.transaction(async (within) => {
      const before = await presentMember(within, params.id)
      // Repeat the check of the rank, because either level may have changed since it was read.
      const { rows } = await within.database.execute<{ reached: number; steps: number; keys: number }>(sql`
        WITH reached AS (
          SELECT u.id FROM users u JOIN levels l ON l.id = u.level_id
          WHERE u.id = ${params.id} AND u.state <> 'withdrawn' AND u.id <> ${within.principal.userId}::uuid AND EXISTS (
            SELECT FROM levels own JOIN users me ON me.level_id = own.id
            WHERE me.id = ${within.principal.userId}::uuid AND (l.rank < own.rank OR (l.key = 'owner' AND l.id = own.id)))
            AND ${mayRecoverSql(within)}
          FOR UPDATE OF u
        ), steps AS (
          DELETE FROM two_steps USING reached WHERE user_id = reached.id RETURNING secret
        ), keys AS (
          DELETE FROM passkeys USING reached WHERE user_id = reached.id RETURNING 1
        )
        SELECT (SELECT count(*)::int FROM reached) AS reached,
          (SELECT count(secret)::int FROM steps) AS steps, (SELECT count(*)::int FROM keys) AS keys`)
      const [removedRow] = rows
      if (!removedRow?.reached) throw new AppError('forbidden')
      if (removedRow.steps + removedRow.keys === 0) throw new AppError('conflict')
      await endSessions(within.database, params.id, within.now())
      const { reached: _, ...removed } = removedRow
      await writeLog(within, 'reset_second_step', before, { reason: body.reason, ...removed })
      await notifySecurityChange(within, params.id, 'secondStepReset')
      return { user: await presentMember(within, params.id) }
    }),

  async outlookOf(context, { params }) {
    await presentMember(context, params.id)
    return { withdrawal: await previewWithdrawal(context, params.id) }
  },

  withdrawOf: (context, { params, body }) => withdrawByStaff(context, params.id, body.reason),
  remove: (context, { params, body }) => withdrawByStaff(context, params.id, body.reason),

  lookAtFiles: (context, { params, body }) =>
    context.transaction(async (within) => {
      const member = await assertReach(within, params.id)
      const rows = await listAllMemberFiles(within, params.id)
      await writeLog(within, 'look', member, { reason: body.reason, files: rows.map(({ id }) => id) })
      return { files: rows.map((row) => presentFile(within, row)) }
    }),

  async export(context, { body }) {
    const { reason, ...filter } = body
    const total = await countMembers(context, filter)
    const { q: _, ...conditions } = filter
    await writeAudit(context, {
      action: 'export_members',
      entity: 'users',
      summary: String(total),
      after: { reason, total, conditions },
    })
    return { url: memberExport.address(context, filter), total }
  },

  checkImport: async (context, { files, query }) => ({ sheet: await checkSheet(context, files[0], query) }),
  import: (context, { files, query }) => importSheet(context, files[0], query),
}
