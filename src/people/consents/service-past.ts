import { and, desc, eq, lt } from 'drizzle-orm'
import { textIn } from '#kit/i18n.ts'
import type { Context } from '#kit/server/context.ts'
import { seoulMoments } from '#kit/time/seoul-day.ts'
import { termsById, termsInForce, versionOf } from '#people/terms/service.ts'
import type { ConsentOnDay, PastConsent } from './contract.ts'
import { askedTerms, channels, isRequired, type Subject } from './rules.ts'
import { consents } from './table.ts'

/** The end of a day in Seoul, `2026-11-23`. */
const endOf = (day: string): Date => new Date(seoulMoments({ from: day, to: day }).until)

const codeOf = (subject: string): string => subject.replace(/^terms:/, '')
const isNeeded = (subject: string): boolean => subject === 'age' || isRequired(codeOf(subject))

/** All that an account said, the newest first; before a moment, where one is given. */
export const historyOf = (context: Context, userId: string, before?: Date): Promise<(typeof consents.$inferSelect)[]> =>
  context.database
    .select()
    .from(consents)
    .where(and(eq(consents.userId, userId), before && lt(consents.at, before)))
    .orderBy(desc(consents.at), desc(consents.id))

/** The last that an account said to each subject before a moment. */
const lastSaid = async (context: Context, userId: string, before: Date) => {
  const rows = await historyOf(context, userId, before)
  const last = new Map(rows.toReversed().map((row) => [row.subject, row]))
  const texts = await termsById(
    context,
    [...last.values()].flatMap(({ termsId }) => termsId ?? []),
  )
  return { last, texts }
}

/**
 * What an account had agreed to when a day of Seoul ended, each with the words of the version that was shown: versions
 * in force are never changed. What was taken back by then, and what was not yet said, is not part of it.
 */
export const consentsOn = async (context: Context, userId: string, day: string): Promise<PastConsent[]> => {
  const { last, texts } = await lastSaid(context, userId, endOf(day))
  return [...last.values()]
    .filter(({ given }) => given)
    .map(({ subject, termsId, how, at }): PastConsent => {
      const text = termsId ? texts.get(termsId) : undefined
      return {
        subject,
        title: text ? textIn(context.locale, text.title) : '',
        required: isNeeded(subject),
        version: text ? versionOf(text.effectiveAt) : null,
        html: text ? textIn(context.locale, text.body) : null,
        how,
        at: at.toISOString(),
      }
    })
    .sort((one, other) => Number(other.required) - Number(one.required) || one.subject.localeCompare(other.subject))
}

/**
 * The same for staff: every subject as it was when the day ended, what was not agreed to and what was taken back too,
 * beside the version that was in force then. Of a text that did not exist yet there is none, unless it was agreed to.
 */
export const everyConsentOn = async (context: Context, userId: string, day: string): Promise<ConsentOnDay[]> => {
  const now = context.now()
  const end = endOf(day)
  const { last, texts } = await lastSaid(context, userId, end)
  const inForce = await termsInForce(
    context,
    askedTerms.map(({ code }) => code),
    // Of a day that is not over yet, what has begun so far.
    end > now ? now : new Date(end.getTime() - 1),
  )
  const asked = askedTerms.filter(({ code }) => inForce.has(code)).map(({ code }): Subject => `terms:${code}`)
  const subjects: Subject[] = [
    ...asked,
    ...[...last.keys()].filter((one) => one.startsWith('terms:') && !asked.includes(one)),
    'age',
    ...channels.map((channel): Subject => `channel:${channel}`),
    'night',
  ]
  return subjects.map((subject) => {
    const said = last.get(subject)
    const text = said?.termsId ? texts.get(said.termsId) : undefined
    const current = inForce.get(codeOf(subject))
    return {
      subject,
      title: textIn(context.locale, (text ?? current)?.title),
      required: isNeeded(subject),
      given: said?.given ?? false,
      version: text ? versionOf(text.effectiveAt) : null,
      inForce: current ? versionOf(current.effectiveAt) : null,
      words: text?.body ?? null,
      how: said?.how ?? null,
      at: said?.at.toISOString() ?? null,
    }
  })
}
