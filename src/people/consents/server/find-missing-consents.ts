import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { findTermsById } from '#people/terms/server/find-terms.ts'
import { isRequired, offeredTerms } from '../rules.ts'

/** SQL: latest decision of every account on one subject, as a subquery, which avoids a lookup per account. */
export const latestDecisionsSql = (subject: string): SQL =>
  sql`(SELECT DISTINCT ON (user_id) user_id, given FROM consents WHERE subject = ${subject} ORDER BY user_id, at DESC, id DESC)`

/**
 * SQL: accounts that have not agreed to this version; for an optional text only those that agreed to an earlier one.
 * `where` is a condition over `user`; if `lacking` is not null, the statement must begin with `WITH lacking AS
 * MATERIALIZED (…)`. Throws `invalid` for an unknown version.
 */
export const lacksConsentSql = async (
  context: Context,
  termsId: string,
  user: SQL,
): Promise<{ where: SQL; lacking: SQL | null }> => {
  const version = (await findTermsById(context, [termsId])).get(termsId)
  if (!version) throw new AppError('invalid', { fields: { lacks: 'invalid' } })
  const agreedSql = (account: SQL) =>
    sql`EXISTS (SELECT FROM consents a WHERE a.terms_id = ${termsId}::uuid AND a.user_id = ${account} AND a.given)`
  if (isRequired(version.code)) return { where: sql`NOT ${agreedSql(user)}`, lacking: null }
  return {
    where: sql`${user} IN (SELECT user_id FROM lacking)`,
    lacking: sql`SELECT b.user_id FROM ${latestDecisionsSql(`terms:${version.code}`)} AS b
      WHERE b.given AND NOT ${agreedSql(sql`b.user_id`)}`,
  }
}

/**
 * SQL condition: before this log-in staff asked for a required text in force, and the account has not agreed. Sessions
 * that were already open continue until the next log-in.
 */
export const owesTermsSql = (user: SQLWrapper, loggedIn: SQLWrapper, now: Date): SQL => {
  const at = sql`${now.toISOString()}::timestamptz`
  const required = offeredTerms.filter((item) => item.required).map(({ code }) => code)
  return sql`EXISTS (
    SELECT FROM terms_asked asked JOIN terms own ON own.id = asked.terms_id
    WHERE asked.asked_at <= ${loggedIn} AND own.effective_at <= ${at} AND own.code = ANY (${sql.param(required)}::text[])
      AND NOT EXISTS (SELECT FROM terms later
        WHERE later.code = own.code AND later.effective_at > own.effective_at AND later.effective_at <= ${at})
      AND NOT EXISTS (SELECT FROM consents agreed
        WHERE agreed.user_id = ${user} AND agreed.terms_id = own.id AND agreed.given))`
}
