import { type SQL, sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context } from '#kit/server/context.ts'
import { formatVersion } from '#people/terms/server/find-terms.ts'
import type { Agreement } from '../contract.ts'
import { isRequired, offeredTerms } from '../rules.ts'
import { latestDecisionsSql } from './find-missing-consents.ts'
import { findOfferedVersions } from './find-offered-terms.ts'

/**
 * SQL: members who agreed to a version, counted from the index minus the few staff. The consents of withdrawn accounts
 * are deleted.
 */
const agreedToSql = (
  id: string,
): SQL => sql`(SELECT count(DISTINCT user_id) FROM consents WHERE terms_id = ${id}::uuid AND given)
  - (SELECT count(*) FROM staff s WHERE EXISTS (
      SELECT FROM consents a WHERE a.terms_id = ${id}::uuid AND a.user_id = s.id AND a.given))`

/** SQL: members who have not agreed; for an optional text only those whose latest decision on it was to agree. */
const lackingSql = (id: string, code: string): SQL =>
  isRequired(code)
    ? sql`members.count - agreed`
    : sql`(SELECT count(*) FROM ${latestDecisionsSql(`terms:${code}`)} b
      WHERE b.given AND b.user_id NOT IN (SELECT id FROM staff) AND NOT EXISTS (
        SELECT FROM consents a WHERE a.terms_id = ${id}::uuid AND a.user_id = b.user_id AND a.given))`

/** Returns the consent counts of the versions in force, from one snapshot. */
export const countAgreements = async (context: Context): Promise<Agreement[]> => {
  const current = await findOfferedVersions(context)
  const versions = offeredTerms.flatMap(({ code, required }) => {
    const row = current.get(code)
    return row ? [{ ...row, code, required }] : []
  })
  if (versions.length === 0) return []
  // `OFFSET 0` is an optimization fence: otherwise an expression used twice is computed twice.
  const counted = versions.map(
    ({ id, code }) => sql`
      SELECT ${id}::uuid AS id, agreed::int, (${lackingSql(id, code)})::int AS lacking
      FROM members CROSS JOIN (SELECT ${agreedToSql(id)} AS agreed OFFSET 0) AS of_version`,
  )
  const { rows } = await context.database.execute<{
    id: string
    agreed: number
    lacking: number
    askedAt: Date | null
  }>(sql`
    WITH staff AS MATERIALIZED (SELECT u.id FROM users u JOIN levels l ON l.id = u.level_id
        WHERE 'console' = ANY (l.scopes) AND u.state <> 'withdrawn'),
      members AS MATERIALIZED (
        SELECT count(*) - (SELECT count(*) FROM staff) AS count FROM users WHERE state <> 'withdrawn')
    SELECT counted.id, agreed, lacking, asked_at AS "askedAt"
    FROM (${sql.join(counted, sql` UNION ALL `)}) AS counted LEFT JOIN terms_asked ON terms_id = counted.id`)
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  return versions.map(({ id, code, required, title, effectiveAt }) => {
    const { agreed = 0, lacking = 0, askedAt = null } = rowsById.get(id) ?? {}
    return {
      _id: id,
      code,
      title: textIn(context.locale, title),
      version: formatVersion(effectiveAt),
      required,
      agreed,
      lacking,
      askedAt: askedAt && new Date(askedAt).toISOString(),
    }
  })
}

/** Asks for a version in force at the next log-in. Idempotent. Throws `not_found`. */
export const requestConsentAgain = (context: Context, termsId: string): Promise<void> =>
  context.transaction(async (within) => {
    const row = [...(await findOfferedVersions(within)).values()].find(({ id }) => id === termsId)
    if (!row) throw new AppError('not_found')
    const { rowCount } = await within.database.execute(sql`
      INSERT INTO terms_asked (terms_id, asked_at) VALUES (${termsId}, ${within.now().toISOString()}::timestamptz)
      ON CONFLICT DO NOTHING`)
    if (rowCount)
      await writeAudit(within, {
        action: 'ask_again',
        entity: 'terms',
        entityId: termsId,
        summary: `${row.title.ko} ${formatVersion(row.effectiveAt)}`,
        after: { required: isRequired(row.code) },
      })
  })
