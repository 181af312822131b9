import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { publishEvent } from '#kit/events/publish-event.ts'
import { textIn } from '#kit/i18n.ts'
import { regionTag } from '#kit/locale.ts'
import type { Context } from '#kit/server/context.ts'
import { htmlOf } from '#kit/text/html.ts'
import { inLocale } from '#kit/web/addresses/locale-path.ts'
import { type FairNotice, fairNoticeOf } from '#match/fairs/rules.ts'
import { type FairRow, fairs } from '#match/fairs/table.ts'
import { matchProfiles, participations } from '#match/participants/table.ts'
import { m } from '#messages/messages.js'
import { queueMail } from '#people/messages/server/queue-messages.ts'
import { users } from '#people/users/table.ts'
import { matchOrigin } from '#platform/settings/server/read-settings.ts'
import { fairNotices } from '../../table.ts'
import { eventTimes } from './record-displaced.ts'

type Standing = Pick<FairRow, 'phase' | 'startsAt' | 'endsAt'>

/** States of participations that a change of their fair concerns: all but refused and withdrawn. */
const concerned = ['submitted', 'asked', 'approved'] as const

/** SQL: one participation for each account to be notified of a change of a fair. */
const selectRecipients = (fairId: string): SQL => sql`
  SELECT DISTINCT ON (profile.user_id) part.id FROM participations AS part
    JOIN match_profiles AS profile ON profile.id = part.profile_id
    JOIN users AS reader ON reader.id = profile.user_id AND reader.state = 'active'
  WHERE part.fair_id = ${fairId} AND part.state IN ${[...concerned]} ORDER BY profile.user_id, part.id`

/**
 * SQL: meetings ahead, without an unreleased change, that must be removed from calendars or restored. All of them if
 * the fair is withdrawn; if it returns, those that were suspended and still have their slot.
 */
const selectMeetings = (fairId: string, kind: FairNotice, now: Date): SQL => {
  const events = (action: string) =>
    sql`(SELECT count(*) FROM matching_events AS event WHERE event.matching_id = met.id AND event.action = ${action})`
  return sql`
    FROM matchings AS met JOIN fair_slots AS slot ON slot.id = met.slot_id
    WHERE met.fair_id = ${fairId} AND met.state = 'confirmed' AND met.starts_at > ${now.toISOString()}::timestamptz
      AND NOT EXISTS (SELECT FROM withheld_matchings AS kept
        WHERE kept.matching_id = met.id)
      AND ${
        kind === 'withdrawn'
          ? sql`true`
          : kind === 'returned'
            ? sql`NOT slot.closed AND ${events('suspend')} > ${events('resume')}`
            : sql`false`
      }`
}

/** Returns the kind of notice that a change of a fair would cause, and the number of recipients; changes nothing. */
export const countFairNotices = async (
  context: Context,
  fair: FairRow,
  change: Partial<Standing>,
): Promise<{ kind: FairNotice | null; participants: number; meetings: number }> => {
  const kind = fairNoticeOf(fair, { ...fair, ...change }, context.now())
  if (!kind) return { kind, participants: 0, meetings: 0 }
  const { rows } = await context.database.execute<{ participants: number; meetings: number }>(sql`
    SELECT (SELECT count(*)::int FROM (${selectRecipients(fair.id)}) AS reached) AS participants,
      (SELECT count(*)::int ${selectMeetings(fair.id, kind, context.now())}) AS meetings`)
  return { kind, participants: 0, meetings: 0, ...rows[0] }
}

/**
 * Records who must be notified of a change of a fair, and adds a suspend or resume event to the affected meetings. Call
 * it after the change, in its transaction, with the row locked since `before` was read. Returns true if a job must send
 * the notices.
 */
export const recordFairNotices = async (within: Context, before: FairRow, after: FairRow): Promise<boolean> => {
  const now = within.now()
  const kind = fairNoticeOf(before, after, now)
  if (!kind) return false
  const isMoved = Number(before.startsAt) !== Number(after.startsAt) || Number(before.endsAt) !== Number(after.endsAt)
  const formerDate = (date: Date) => sql`${isMoved ? date.toISOString() : null}::timestamptz(3)`
  await within.database.execute(sql`
    INSERT INTO fair_notices (participation_id, kind, starts_at, ends_at)
    SELECT reached.id, ${kind}, ${formerDate(before.startsAt)}, ${formerDate(before.endsAt)} FROM (${selectRecipients(after.id)}) AS reached`)
  const moment = sql`${now.toISOString()}::timestamptz(3)`
  await within.database.execute(sql`
    INSERT INTO matching_events (id, matching_id, action, side, actor_id, from_state, to_state, times, untold, created_at, updated_at)
    SELECT gen_random_uuid(), met.id, ${kind === 'withdrawn' ? 'suspend' : 'resume'}, 'operator',
      ${within.scope.principal?.userId ?? null}::uuid, met.state, met.state, ${eventTimes}, true, ${moment}, ${moment}
    ${selectMeetings(after.id, kind, now)}`)
  return true
}

const texts = {
  withdrawn: [m.matchings_mail_fair_withdrawn_subject, m.matchings_mail_fair_withdrawn_text],
  closed: [m.matchings_mail_fair_closed_subject, m.matchings_mail_fair_closed_text],
  paused: [m.matchings_mail_fair_paused_subject, m.matchings_mail_fair_paused_text],
  returned: [m.matchings_mail_fair_returned_subject, m.matchings_mail_fair_returned_text],
  moved: [m.matchings_mail_fair_moved_subject, m.matchings_mail_fair_moved_text],
} as const

/** Sends one notice, once: the transaction that deletes it writes the mail. */
const mailNotice = (context: Context, number: number): Promise<void> =>
  context.transaction(async (within) => {
    const [notice] = await within.database.delete(fairNotices).where(eq(fairNotices.number, number)).returning()
    if (!notice) return
    const [found] = await within.database
      .select({
        fair: fairs,
        timeZone: matchProfiles.timeZone,
        user: { id: users.id, email: users.email, name: users.name, locale: users.locale },
      })
      .from(participations)
      .innerJoin(fairs, eq(fairs.id, participations.fairId))
      .innerJoin(matchProfiles, eq(matchProfiles.id, participations.profileId))
      .innerJoin(users, and(eq(users.id, matchProfiles.userId), eq(users.state, 'active')))
      .where(and(eq(participations.id, notice.participationId), inArray(participations.state, [...concerned])))
    // The participation was withdrawn meanwhile: no mail.
    if (!found) return
    const { fair, user } = found
    await publishEvent(within, { users: [user.id] }, { topic: 'participations', id: notice.participationId })
    if (!user.email) return
    const { locale } = user
    // The fair takes place in Seoul, so its days are formatted in that time zone.
    const days = new Intl.DateTimeFormat(regionTag[locale], { timeZone: 'Asia/Seoul', dateStyle: 'long' })
    const period = days.formatRange(fair.startsAt, fair.endsAt)
    const { startsAt, endsAt } = notice
    const facts = {
      name: user.name,
      fair: textIn(locale, fair.title),
      period: startsAt && endsAt ? `${days.formatRange(startsAt, endsAt)} → ${period}` : period,
      link: `${await matchOrigin(within)}${inLocale(locale, '/me/fairs')}`,
    }
    const [subject, text] = texts[notice.kind]
    await queueMail(within, {
      to: user.email,
      about: user.id,
      subject: subject(facts, { locale }),
      html: htmlOf(text(facts, { locale })),
    })
  })

/** Sends the pending notices of a fair in the order of its changes. Idempotent. */
export const sendFairNotices = async (context: Context, fairId: string): Promise<void> => {
  const rows = await context.database
    .select({ number: fairNotices.number })
    .from(fairNotices)
    .innerJoin(participations, eq(participations.id, fairNotices.participationId))
    .where(eq(participations.fairId, fairId))
    .orderBy(fairNotices.number)
  for (const { number } of rows) await mailNotice(context, number)
}
