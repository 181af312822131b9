import { sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write.ts'
import { AppError } from '#kit/errors.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context } from '#kit/server/context.ts'
import { versionOf } from '#people/terms/service.ts'
import type { Agreement } from './contract.ts'
import { askedTerms, isRequired } from './rules.ts'
import { inForce, lacksConsent } from './service.ts'

/** Accounts that are asked: members, staff are not. */
const members = sql`users u WHERE u.state <> 'withdrawn'
  AND u.level_id IN (SELECT id FROM levels WHERE NOT 'console' = ANY (scopes))`

/** How far the versions in force are agreed to. */
export const agreementsNow = async (context: Context): Promise<Agreement[]> => {
  const current = await inForce(context)
  const agreements: Agreement[] = []
  for (const { code, required } of askedTerms) {
    const row = current.get(code)
    if (!row) continue
    const lacks = await lacksConsent(context, row.id, sql`u.id`)
    const { rows } = await context.database.execute<{ agreed: number; lacking: number; askedAt: Date | null }>(sql`
      SELECT (SELECT count(*)::int FROM ${members} AND EXISTS (
          SELECT FROM consents a WHERE a.terms_id = ${row.id} AND a.user_id = u.id AND a.given)) AS agreed,
        (SELECT count(*)::int FROM ${members} AND ${lacks}) AS lacking,
        (SELECT asked_at FROM terms_asked WHERE terms_id = ${row.id}) AS "askedAt"`)
    const { agreed = 0, lacking = 0, askedAt = null } = rows[0] ?? {}
    agreements.push({
      _id: row.id,
      code,
      title: textIn(context.locale, row.title),
      version: versionOf(row.effectiveAt),
      required,
      agreed,
      lacking,
      askedAt: askedAt && new Date(askedAt).toISOString(),
    })
  }
  return agreements
}

/** Asks for a version in force at the next log-in. Once is enough: a second call changes nothing. Throws `not_found`. */
export const askAgain = (context: Context, termsId: string): Promise<void> =>
  context.transaction(async (within) => {
    const row = [...(await inForce(within)).values()].find(({ id }) => id === termsId)
    if (!row) throw new AppError('not_found')
    const { rowCount } = await within.database.execute(sql`
      INSERT INTO terms_asked (terms_id, asked_at) VALUES (${termsId}, ${within.now().toISOString()}::timestamptz)
      ON CONFLICT DO NOTHING`)
    if (rowCount)
      await writeAudit(within, {
        action: 'ask_again',
        entity: 'terms',
        entityId: termsId,
        summary: `${row.title.ko} ${versionOf(row.effectiveAt)}`,
        after: { required: isRequired(row.code) },
      })
  })
