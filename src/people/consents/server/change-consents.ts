import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { textIn } from '#kit/i18n.ts'
import type { PersonalData } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { formatVersion, termsById, termsInForce } from '#people/terms/server/find-terms.ts'
import { termsAsked } from '#people/terms/table.ts'
import type { AskedTerms, ConsentEvent, ConsentState, JoiningConsents } from '../contract.ts'
import { type ConsentSource, type ConsentSubject, channels, isRequired, offeredTerms } from '../rules.ts'
import { consents } from '../table.ts'
import { listConsentHistory } from './list-past-consents.ts'

export { listAllConsentsOn } from './list-past-consents.ts'

type Row = typeof consents.$inferSelect

/** A consent event to write. */
interface Said {
  subject: ConsentSubject
  termsId: string | null
  given: boolean
}

/** Returns the rows of the texts that members are asked for. */
export const findOfferedVersions = (context: Context) =>
  termsInForce(
    context,
    offeredTerms.map(({ code }) => code),
  )

/** Returns the texts that members are asked for, in their versions in force. */
export const listOfferedTerms = async (context: Context): Promise<AskedTerms[]> => {
  const current = await findOfferedVersions(context)
  return offeredTerms.flatMap(({ code, required }) => {
    const row = current.get(code)
    return row
      ? [
          {
            code,
            required,
            title: textIn(context.locale, row.title),
            version: formatVersion(row.effectiveAt),
            effectiveAt: row.effectiveAt.toISOString(),
          },
        ]
      : []
  })
}

/** Checks the given consents against the versions in force: members can agree only to the text that was shown. */
const readTerms = async (
  context: Context,
  named: readonly { code: string; version: string; given: boolean }[],
  path: string,
): Promise<Said[]> => {
  const current = await findOfferedVersions(context)
  return named.map(({ code, version, given }) => {
    const row = current.get(code)
    if (!row || formatVersion(row.effectiveAt) !== version)
      throw new AppError('invalid', { fields: { [path]: 'consent_version' } })
    return { subject: `terms:${code}`, termsId: row.id, given }
  })
}

const readChannels = (named: Partial<Record<(typeof channels)[number], boolean | undefined>>): Said[] =>
  channels.flatMap((channel) => {
    const given = named[channel]
    return given === undefined ? [] : [{ subject: `channel:${channel}` as const, termsId: null, given }]
  })

/** Returns the versions that members are asked for again. */
const askedAgain = async (context: Context): Promise<Set<string>> => {
  const rows = await context.database.select({ id: termsAsked.termsId }).from(termsAsked)
  return new Set(rows.map(({ id }) => id))
}

const insert = async (context: Context, userId: string, said: readonly Said[], how: ConsentSource): Promise<void> => {
  if (said.length === 0) return
  const at = context.now()
  await context.database.insert(consents).values(said.map((one) => ({ ...one, id: context.newId(), userId, how, at })))
}

/** Checks the consents of a new member. Throws `invalid` if a required text is missing or has changed. */
export const checkJoinConsents = async (context: Context, given: JoiningConsents): Promise<Said[]> => {
  const named = given.terms.map((one) => ({ ...one, given: true }))
  const said = await readTerms(context, named, 'consents')
  for (const code of (await findOfferedVersions(context)).keys())
    if (isRequired(code) && !said.some(({ subject }) => subject === `terms:${code}`))
      throw new AppError('invalid', { fields: { consents: 'consent_required' } })
  const given14: Said = { subject: 'age', termsId: null, given: true }
  return [...said, given14, ...readChannels(given.channels).filter((one) => one.given)]
}

/** Writes the first events of a member's history, in the transaction of the join. */
export const storeJoinConsents = (context: Context, userId: string, said: readonly Said[]): Promise<void> =>
  insert(context, userId, said, 'join')

/**
 * Appends the decisions that differ from the latest ones. Locks the account row, so that concurrent changes run in
 * sequence and none is written twice. Throws `invalid` if a required consent is withdrawn.
 */
export const changeConsents = (
  context: Context,
  given: {
    terms: readonly { code: string; version: string; given: boolean }[]
    channels: Partial<Record<(typeof channels)[number], boolean | undefined>>
    night?: boolean | undefined
  },
): Promise<void> =>
  context.transaction(async (within) => {
    const { userId } = within.principal
    if (given.terms.some((one) => !one.given && isRequired(one.code)))
      throw new AppError('invalid', { fields: { terms: 'consent_kept' } })
    const night: Said[] = given.night === undefined ? [] : [{ subject: 'night', termsId: null, given: given.night }]
    const said = [...(await readTerms(within, given.terms, 'terms')), ...readChannels(given.channels), ...night]
    await within.database.execute(sql`SELECT FROM users WHERE id = ${userId} FOR UPDATE`)
    const history = await listConsentHistory(within, userId)
    const changed = said.filter((one) => {
      const last = history.find(({ subject }) => subject === one.subject)
      return last ? last.given !== one.given || (one.given && last.termsId !== one.termsId) : one.given
    })
    await insert(within, userId, changed, 'me')
  })

/**
 * Withdraws consent to an advertising channel, for the holder of the link in a message; no-op if there is none. The
 * account stays locked until the caller's transaction ends.
 */
export const withdrawChannelConsent = async (
  within: Context,
  userId: string,
  channel: (typeof channels)[number],
): Promise<void> => {
  await within.database.execute(sql`SELECT FROM users WHERE id = ${userId} FOR UPDATE`)
  const subject = `channel:${channel}` as const
  const last = (await listConsentHistory(within, userId)).find((row) => row.subject === subject)
  if (last?.given) await insert(within, userId, [{ subject, termsId: null, given: false }], 'link')
}

/** Returns the current consents of an account and their history. */
export const presentConsents = async (
  context: Context,
  userId: string,
): Promise<{ consents: ConsentState[]; history: ConsentEvent[] }> => {
  const history = await listConsentHistory(context, userId)
  const [current, again, known] = await Promise.all([
    findOfferedVersions(context),
    askedAgain(context),
    termsById(
      context,
      history.flatMap(({ termsId }) => termsId ?? []),
    ),
  ])
  const versionIn = (row: Row | undefined) => {
    const text = row?.termsId ? known.get(row.termsId) : undefined
    return text ? formatVersion(text.effectiveAt) : null
  }
  const titleIn = (row: Row) => {
    const text = row.termsId ? known.get(row.termsId) : undefined
    return text ? textIn(context.locale, text.title) : ''
  }
  const stateOf = (
    subject: ConsentSubject,
    title: string,
    required: boolean,
    version: string | null,
    termsId: string | null = null,
  ): ConsentState => {
    const last = history.find((row) => row.subject === subject)
    return {
      subject,
      title,
      required,
      given: last?.given ?? false,
      version: versionIn(last),
      current: version,
      at: last?.at.toISOString() ?? null,
      asked:
        termsId !== null &&
        again.has(termsId) &&
        (last ? last.given || required : required) &&
        last?.termsId !== termsId,
    }
  }
  return {
    consents: [
      ...offeredTerms.flatMap(({ code, required }) => {
        const row = current.get(code)
        return row
          ? [
              stateOf(
                `terms:${code}`,
                textIn(context.locale, row.title),
                required,
                formatVersion(row.effectiveAt),
                row.id,
              ),
            ]
          : []
      }),
      stateOf('age', '', true, null),
      ...channels.map((channel) => stateOf(`channel:${channel}`, '', false, null)),
      stateOf('night', '', false, null),
    ],
    history: history.map((row) => ({
      subject: row.subject,
      title: titleIn(row),
      version: versionIn(row),
      given: row.given,
      how: row.how,
      at: row.at.toISOString(),
    })),
  }
}

/** Personal data of this module. */
export const personal: PersonalData = {
  async forget(context, { userId }) {
    // The trigger allows a delete only for the account named in this setting of the transaction.
    await context.database.execute(sql`SELECT set_config('daecheong.withdrawing', ${userId}, true)`)
    await context.database.delete(consents).where(eq(consents.userId, userId))
    return []
  },
  archive: async (context, { userId }) => ({ ...(await presentConsents(context, userId)) }),
}

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
  const version = (await termsById(context, [termsId])).get(termsId)
  if (!version) throw new AppError('invalid', { fields: { lacks: 'invalid' } })
  const agreed = (account: SQL) =>
    sql`EXISTS (SELECT FROM consents a WHERE a.terms_id = ${termsId}::uuid AND a.user_id = ${account} AND a.given)`
  if (isRequired(version.code)) return { where: sql`NOT ${agreed(user)}`, lacking: null }
  return {
    where: sql`${user} IN (SELECT user_id FROM lacking)`,
    lacking: sql`SELECT b.user_id FROM ${latestDecisionsSql(`terms:${version.code}`)} AS b
      WHERE b.given AND NOT ${agreed(sql`b.user_id`)}`,
  }
}

/**
 * SQL condition: before this log-in staff asked for a required text in force, and the account has not agreed. Sessions
 * that were already open continue until the next log-in.
 */
export const owesTermsSql = (user: SQLWrapper, loggedIn: SQLWrapper, now: Date): SQL => {
  const at = sql`${now.toISOString()}::timestamptz`
  const required = offeredTerms.filter((one) => one.required).map(({ code }) => code)
  return sql`EXISTS (
    SELECT FROM terms_asked asked JOIN terms own ON own.id = asked.terms_id
    WHERE asked.asked_at <= ${loggedIn} AND own.effective_at <= ${at} AND own.code = ANY (${sql.param(required)}::text[])
      AND NOT EXISTS (SELECT FROM terms later
        WHERE later.code = own.code AND later.effective_at > own.effective_at AND later.effective_at <= ${at})
      AND NOT EXISTS (SELECT FROM consents agreed
        WHERE agreed.user_id = ${user} AND agreed.terms_id = own.id AND agreed.given))`
}
