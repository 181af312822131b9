import { sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { mayRead } from '#kit/scopes.ts'
import type { Context } from '#kit/server/context.ts'
import { isSiteEnabled, readSiteSwitches } from '#kit/server/open-sites.ts'
import { deviceName } from '#kit/text/device-name.ts'
import { presentConsents } from '#people/consents/server/present-consents.ts'
import type { Member } from '../contract-members.ts'
import { mayRecoverSql, withinReachSql } from './check-reach.ts'
import { formatMemberNumber } from './format-member-number.ts'
import { type LineRow, lineColumns, presentLine } from './list-members.ts'

interface MemberRow extends LineRow {
  rank: number
  locale: 'ko' | 'en' | 'cn'
  lockReason: string | null
  hasPassword: boolean
  twoStepSince: Date | null
  passkeys: number
  ceo: string | null
  businessNumber: string | null
  category: string | null
  address: string | null
  isLastOwner: boolean
}

const findMember = async (context: Context, id: string): Promise<MemberRow> => {
  const { rows } = await context.database.execute<MemberRow>(sql`
    SELECT ${lineColumns}, l.rank, u.locale, u.lock_reason AS "lockReason", u.password_hash <> 'none' AS "hasPassword",
      (SELECT since FROM two_steps t WHERE t.user_id = u.id) AS "twoStepSince",
      (SELECT count(*)::int FROM passkeys p WHERE p.user_id = u.id) AS passkeys,
      c.ceo, c.business_number AS "businessNumber", c.category, c.address,
      l.key = 'owner' AND u.state = 'active' AND NOT EXISTS (
        SELECT FROM users other WHERE other.level_id = l.id AND other.state = 'active' AND other.id <> u.id) AS "isLastOwner"
    FROM users u JOIN levels l ON l.id = u.level_id LEFT JOIN companies c ON c.user_id = u.id
    WHERE u.id = ${id} AND u.state <> 'withdrawn'`)
  const [row] = rows
  if (!row) throw new AppError('not_found')
  return row
}

const openSessions = async (context: Context, id: string) => {
  const { rows } = await context.database.execute<{
    id: string
    device: string
    address: string
    createdAt: Date
    usedAt: Date
  }>(sql`SELECT id, device, address, created_at AS "createdAt", used_at AS "usedAt" FROM sessions
    WHERE user_id = ${id} AND ended_at IS NULL ORDER BY used_at DESC LIMIT 50`)
  return rows.map(({ id: _id, device, address, createdAt, usedAt }) => ({
    _id,
    device: deviceName(device),
    address,
    createdAt: new Date(createdAt).toISOString(),
    usedAt: new Date(usedAt).toISOString(),
  }))
}

const listFiles = async (context: Context, id: string) => {
  const { rows } = await context.database.execute<{ id: string; purpose: string; name: string; at: Date }>(
    sql`SELECT id, purpose, name, created_at AS at FROM member_files WHERE user_id = ${id} ORDER BY created_at DESC`,
  )
  return rows.map(({ id: _id, purpose, name, at }) => ({
    _id,
    purpose,
    name,
    createdAt: new Date(at).toISOString(),
  }))
}

const readLog = async (context: Context, id: string) => {
  const { rows } = await context.database.execute<{
    at: Date
    action: string
    actor: string | null
    reason: string | null
  }>(sql`SELECT at, action, actor, after ->> 'reason' AS reason FROM audit
    WHERE entity = 'users' AND entity_id = ${id} ORDER BY id DESC LIMIT 20`)
  return rows.map((line) => ({ ...line, at: new Date(line.at).toISOString() }))
}

/** Returns the member's records in modules that the caller may read and whose sites are switched on. */
const collectParts = async (context: Context, member: { userId: string; email: string | null }) => {
  const switches = await readSiteSwitches(context)
  const { modules } = context.services
  const parts = modules.flatMap(({ site, memberParts = [] }) => (isSiteEnabled(switches, site) ? memberParts : []))
  const open = parts.filter(({ section }) => mayRead(context.principal.scopes, section))
  return Promise.all(open.map(async ({ key, read }) => ({ key, ...(await read(context, member)) })))
}

/** Returns all data of a member that the caller may see. Throws `not_found`. */
export const presentMember = async (context: Context, id: string): Promise<Member> => {
  const row = await findMember(context, id)
  const { rank, userId, level } = context.principal
  // No rank is above an owner's, so owners reset each other.
  const areOwners = row.levelKey === 'owner' && level === 'owner'
  const { consents, history } = await presentConsents(context, id)
  const { rows } = await context.database.execute<{ reached: boolean; recovers: boolean }>(
    sql`SELECT ${withinReachSql(context)} AS reached, ${mayRecoverSql(context)} AS recovers FROM levels l WHERE l.id = ${row.levelId}`,
  )
  const recovers = rows[0]?.recovers === true
  const { company: companyName, ...line } = presentLine(context, row)
  return {
    ...line,
    number: formatMemberNumber(row.id),
    locale: row.locale,
    lockReason: row.lockReason,
    company:
      companyName === null
        ? null
        : {
            name: companyName,
            ceo: row.ceo ?? '',
            businessNumber: row.businessNumber ?? '',
            category: row.category ?? '',
            address: row.address ?? '',
          },
    hasPassword: row.hasPassword,
    secondStep: {
      since: row.twoStepSince && new Date(row.twoStepSince).toISOString(),
      passkeys: row.passkeys,
      mayReset: row.id !== userId && (row.rank < rank || areOwners) && recovers,
    },
    consents: consents.map((state) => ({
      ...state,
      how: history.find(({ subject }) => subject === state.subject)?.how ?? null,
    })),
    sessions: await openSessions(context, id),
    files: await listFiles(context, id),
    parts: await collectParts(context, { userId: id, email: row.email }),
    log: await readLog(context, id),
    mayChange: row.id === userId || rows[0]?.reached === true,
    mayRecover: recovers,
    isLastOwner: row.isLastOwner,
  }
}
