import { and, desc, eq, lt } from 'drizzle-orm'
import { textIn } from '#kit/i18n.ts'
import type { Context } from '#kit/server/context.ts'
import { seoulMoments } from '#kit/time/seoul-day.ts'
import { findTermsById, findTermsInForce, formatVersion } from '#people/terms/server/find-terms.ts'
import type { ConsentOnDay, PastConsent } from '../contract.ts'
import { type ConsentSubject, channels, isRequired, offeredTerms } from '../rules.ts'
import { consents } from '../table.ts'

/** Returns the end of a day in Seoul, given as `2026-11-23`. */
const getEndOfDay = (day: string): Date => new Date(seoulMoments({ from: day, to: day }).until)

const getTermsCode = (subject: string): string => subject.replace(/^terms:/, '')
const isNeeded = (subject: string): boolean => subject === 'age' || isRequired(getTermsCode(subject))

/** Returns the consent events of an account, newest first, optionally before a given time. */
export const listConsentHistory = (
  context: Context,
  userId: string,
  before?: Date,
): Promise<(typeof consents.$inferSelect)[]> =>
  context.database
    .select()
    .from(consents)
    .where(and(eq(consents.userId, userId), before && lt(consents.at, before)))
    .orderBy(desc(consents.at), desc(consents.id))

/** Returns the latest event per subject before a given time. */
const findLastDecisions = async (context: Context, userId: string, before: Date) => {
  const rows = await listConsentHistory(context, userId, before)
  const last = new Map(rows.toReversed().map((row) => [row.subject, row]))
  const texts = await findTermsById(
    context,
    [...last.values()].flatMap(({ termsId }) => termsId ?? []),
  )
  return { last, texts }
}

/**
 * Returns the consents that an account had at the end of a day in Seoul, each with the text of the version shown;
 * published versions never change. Omits subjects that were withdrawn or undecided.
 */
export const listConsentsOn = async (context: Context, userId: string, day: string): Promise<PastConsent[]> => {
  const { last, texts } = await findLastDecisions(context, userId, getEndOfDay(day))
  return [...last.values()]
    .filter(({ given }) => given)
    .map(({ subject, termsId, how, at }): PastConsent => {
      const text = termsId ? texts.get(termsId) : undefined
      return {
        subject,
        title: text ? textIn(context.locale, text.title) : '',
        required: isNeeded(subject),
        version: text ? formatVersion(text.effectiveAt) : null,
        html: text ? textIn(context.locale, text.body) : null,
        how,
        at: at.toISOString(),
      }
    })
    .sort((a, b) => Number(b.required) - Number(a.required) || a.subject.localeCompare(b.subject))
}

/**
 * Same for staff: every subject at the end of the day, including refused and withdrawn ones, with the version then in
 * force. Texts that did not exist yet are omitted unless agreed to.
 */
export const listAllConsentsOn = async (context: Context, userId: string, day: string): Promise<ConsentOnDay[]> => {
  const now = context.now()
  const end = getEndOfDay(day)
  const { last, texts } = await findLastDecisions(context, userId, end)
  const inForce = await findTermsInForce(
    context,
    offeredTerms.map(({ code }) => code),
    // For a day that is not over, use the versions in force now.
    end > now ? now : new Date(end.getTime() - 1),
  )
  const offered = offeredTerms
    .filter(({ code }) => inForce.has(code))
    .map(({ code }): ConsentSubject => `terms:${code}`)
  const subjects: ConsentSubject[] = [
    ...offered,
    ...[...last.keys()].filter((item) => item.startsWith('terms:') && !offered.includes(item)),
    'age',
    ...channels.map((channel): ConsentSubject => `channel:${channel}`),
    'night',
  ]
  return subjects.map((subject) => {
    const event = last.get(subject)
    const text = event?.termsId ? texts.get(event.termsId) : undefined
    const current = inForce.get(getTermsCode(subject))
    return {
      subject,
      title: textIn(context.locale, (text ?? current)?.title),
      required: isNeeded(subject),
      given: event?.given ?? false,
      version: text ? formatVersion(text.effectiveAt) : null,
      inForce: current ? formatVersion(current.effectiveAt) : null,
      words: text?.body ?? null,
      how: event?.how ?? null,
      at: event?.at.toISOString() ?? null,
    }
  })
}
