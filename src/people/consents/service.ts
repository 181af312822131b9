import { desc, eq, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { textIn } from '#kit/i18n.ts'
import type { PersonalData } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { termsById, termsInForce, versionOf } from '#people/terms/service.ts'
import type { AskedTerms, ConsentEvent, ConsentState, JoiningConsents } from './contract.ts'
import { askedTerms, channels, type How, isRequired, type Subject } from './rules.ts'
import { consents } from './table.ts'

type Row = typeof consents.$inferSelect

/** A consent that is to be written. */
interface Said {
  subject: Subject
  termsId: string | null
  given: boolean
}

const inForce = (context: Context) =>
  termsInForce(
    context,
    askedTerms.map(({ code }) => code),
  )

/** The texts members are asked for, in their versions in force. */
export const askedNow = async (context: Context): Promise<AskedTerms[]> => {
  const current = await inForce(context)
  return askedTerms.flatMap(({ code, required }) => {
    const row = current.get(code)
    return row
      ? [
          {
            code,
            required,
            title: textIn(context.locale, row.title),
            version: versionOf(row.effectiveAt),
            effectiveAt: row.effectiveAt.toISOString(),
          },
        ]
      : []
  })
}

/** The consents named, checked against the versions in force: one cannot agree to what was not shown. */
const readTerms = async (
  context: Context,
  named: readonly { code: string; version: string; given: boolean }[],
  path: string,
): Promise<Said[]> => {
  const current = await inForce(context)
  return named.map(({ code, version, given }) => {
    const row = current.get(code)
    if (!row || versionOf(row.effectiveAt) !== version)
      throw new AppError('invalid', { fields: { [path]: 'consent_version' } })
    return { subject: `terms:${code}`, termsId: row.id, given }
  })
}

const readChannels = (named: Partial<Record<(typeof channels)[number], boolean | undefined>>): Said[] =>
  channels.flatMap((channel) => {
    const given = named[channel]
    return given === undefined ? [] : [{ subject: `channel:${channel}` as const, termsId: null, given }]
  })

const insert = async (context: Context, userId: string, said: readonly Said[], how: How): Promise<void> => {
  if (said.length === 0) return
  const at = context.now()
  await context.database.insert(consents).values(said.map((one) => ({ ...one, id: context.newId(), userId, how, at })))
}

/** What somebody who joins agreed to, checked. Throws `invalid` when a required text is missing or has changed. */
export const readJoining = async (context: Context, given: JoiningConsents): Promise<Said[]> => {
  const named = given.terms.map((one) => ({ ...one, given: true }))
  const said = await readTerms(context, named, 'consents')
  for (const code of (await inForce(context)).keys())
    if (isRequired(code) && !said.some(({ subject }) => subject === `terms:${code}`))
      throw new AppError('invalid', { fields: { consents: 'consent_required' } })
  const given14: Said = { subject: 'age', termsId: null, given: true }
  return [...said, given14, ...readChannels(given.channels).filter((one) => one.given)]
}

/** The first lines of a member's history, in the transaction of the joining. */
export const keepJoining = (context: Context, userId: string, said: readonly Said[]): Promise<void> =>
  insert(context, userId, said, 'join')

const historyOf = (context: Context, userId: string): Promise<Row[]> =>
  context.database
    .select()
    .from(consents)
    .where(eq(consents.userId, userId))
    .orderBy(desc(consents.at), desc(consents.id))

/**
 * Adds to the history what differs from its last lines. The row of the account is locked, so two changes at once follow
 * each other and none is written twice. Throws `invalid` for a required consent that is taken back.
 */
export const changeConsents = (
  context: Context,
  given: {
    terms: readonly { code: string; version: string; given: boolean }[]
    channels: Partial<Record<(typeof channels)[number], boolean | undefined>>
  },
): Promise<void> =>
  context.transaction(async (within) => {
    const { userId } = within.principal
    if (given.terms.some((one) => !one.given && isRequired(one.code)))
      throw new AppError('invalid', { fields: { terms: 'consent_kept' } })
    const said = [...(await readTerms(within, given.terms, 'terms')), ...readChannels(given.channels)]
    await within.database.execute(sql`SELECT FROM users WHERE id = ${userId} FOR UPDATE`)
    const history = await historyOf(within, userId)
    const changed = said.filter((one) => {
      const last = history.find(({ subject }) => subject === one.subject)
      return last ? last.given !== one.given || (one.given && last.termsId !== one.termsId) : one.given
    })
    await insert(within, userId, changed, 'me')
  })

/** What an account agreed to, as it is now, and how it came to be. */
export const presentConsents = async (
  context: Context,
  userId: string,
): Promise<{ consents: ConsentState[]; history: ConsentEvent[] }> => {
  const history = await historyOf(context, userId)
  const [current, known] = await Promise.all([
    inForce(context),
    termsById(
      context,
      history.flatMap(({ termsId }) => termsId ?? []),
    ),
  ])
  const versionIn = (row: Row | undefined) => {
    const text = row?.termsId ? known.get(row.termsId) : undefined
    return text ? versionOf(text.effectiveAt) : null
  }
  const titleIn = (row: Row) => {
    const text = row.termsId ? known.get(row.termsId) : undefined
    return text ? textIn(context.locale, text.title) : ''
  }
  const stateOf = (subject: Subject, title: string, required: boolean, version: string | null): ConsentState => {
    const last = history.find((row) => row.subject === subject)
    return {
      subject,
      title,
      required,
      given: last?.given ?? false,
      version: versionIn(last),
      current: version,
      at: last?.at.toISOString() ?? null,
    }
  }
  return {
    consents: [
      ...askedTerms.flatMap(({ code, required }) => {
        const row = current.get(code)
        return row
          ? [stateOf(`terms:${code}`, textIn(context.locale, row.title), required, versionOf(row.effectiveAt))]
          : []
      }),
      stateOf('age', '', true, null),
      ...channels.map((channel) => stateOf(`channel:${channel}`, '', false, null)),
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

/** What this module keeps of an account. */
export const personal: PersonalData = {
  async forget(context, { userId }) {
    // Only the trigger's one exception: the transaction says whose history goes.
    await context.database.execute(sql`SELECT set_config('daecheong.withdrawing', ${userId}, true)`)
    await context.database.delete(consents).where(eq(consents.userId, userId))
    return []
  },
  archive: async (context, { userId }) => ({ ...(await presentConsents(context, userId)) }),
}
