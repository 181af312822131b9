import { type SQL, sql } from 'drizzle-orm'
import { readInBatches } from '#kit/db/read-in-batches.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context } from '#kit/server/context.ts'
import { htmlOf } from '#kit/text/html.ts'
import { inLocale } from '#kit/web/addresses/locale-path.ts'
import { m } from '#messages/messages.js'
import { findContactChannels } from '#people/messages/server/find-contact-channels.ts'
import { queueMail, queueSms } from '#people/messages/server/queue-messages.ts'
import { matchOrigin } from '#platform/settings/server/read-settings.ts'
import { type ReminderKind, reminderWindows, type Side } from '../../rules.ts'
import { type FoundMatching, lockMatching } from '../../server/find-matchings.ts'
import { meetingTime, otherCompanyName, placeText } from '../../server/format-meeting.ts'
import { runEach } from '../../server/run-each.ts'
import { formatMailTime } from '../../server/send-matching-mail.ts'

const texts = {
  day: [m.matchings_remind_day_subject, m.matchings_remind_day_text, m.matchings_remind_day_sms],
  soon: [m.matchings_remind_soon_subject, m.matchings_remind_soon_text, m.matchings_remind_soon_sms],
} as const

/**
 * SQL condition: a reminder is due. The meeting is confirmed and its companies see it as it is, it starts within the
 * reminder's window, and it was arranged before that window began.
 */
const isDue = (kind: ReminderKind, now: Date): SQL => {
  const { from, until } = reminderWindows[kind]
  const after = (milliseconds: number) => sql`${new Date(now.getTime() + milliseconds).toISOString()}::timestamptz(3)`
  return sql`matchings.state = 'confirmed' AND matchings.starts_at > ${after(until)} AND matchings.starts_at <= ${after(from)}
    AND EXISTS (SELECT FROM fairs WHERE fairs.id = matchings.fair_id AND fairs.phase <> 'draft')
    AND NOT EXISTS (SELECT FROM fair_slots AS slot WHERE slot.id = matchings.slot_id AND slot.closed)
    AND NOT EXISTS (SELECT FROM withheld_matchings AS kept WHERE kept.matching_id = matchings.id)
    AND NOT EXISTS (SELECT FROM matching_events AS agreed WHERE agreed.matching_id = matchings.id
      AND agreed.action IN ('confirm', 'move', 'place')
      AND agreed.created_at > matchings.starts_at - make_interval(secs => ${from / 1000}))`
}

/** Returns up to `limit` meetings with a due reminder that was not written yet, in order of id. */
export const findDueReminders = async (
  context: Context,
  kind: ReminderKind,
  { last, limit = 500 }: { last?: { id: string } | undefined; limit?: number } = {},
): Promise<{ id: string }[]> => {
  const { rows } = await context.database.execute<{ id: string }>(sql`
    SELECT matchings.id FROM matchings WHERE ${isDue(kind, context.now())}
      AND NOT EXISTS (SELECT FROM meeting_reminders AS sent WHERE sent.matching_id = matchings.id
        AND sent.starts_at = matchings.starts_at AND sent.kind = ${kind})
      ${last ? sql`AND matchings.id > ${last.id}` : sql``}
    ORDER BY matchings.id LIMIT ${limit}`)
  return rows
}

/** Queues the reminder of one side and returns the ids of its messages. */
const queueReminder = async (
  within: Context,
  kind: ReminderKind,
  found: FoundMatching,
  side: Side,
): Promise<string[]> => {
  const profile = side === 'seller' ? found.seller : found.buyer
  const [time] = meetingTime(found)
  const reach = await findContactChannels(within, profile.userId)
  if (!reach || !time) return []
  const { locale, email, phone } = reach
  const options = { locale }
  const { id } = found.matching
  const toRoom = kind === 'soon' && time.way === 'online'
  const site = await matchOrigin(within)
  const facts = {
    name: reach.name,
    company: otherCompanyName(found, side, locale),
    fair: textIn(locale, found.fair.title),
    time: formatMailTime(time, locale, profile.timeZone),
    place: placeText(found, time, locale),
    link: site + inLocale(locale, toRoom ? `/match/meet/${id}` : `/me/matchings/${id}`),
  }
  const [subject, text, short] = texts[kind]
  // Drop the message once the meeting has begun, however long delivery was delayed.
  const forgetAt = new Date(time.startAt)
  const written: string[] = []
  if (email) {
    const mail = {
      to: email,
      about: profile.userId,
      subject: subject(facts, options),
      html: htmlOf(text(facts, options)),
      forgetAt,
    }
    written.push((await queueMail(within, mail)).id)
  }
  if (phone)
    written.push(
      (await queueSms(within, { to: phone, about: profile.userId, text: short(facts, options), forgetAt })).id,
    )
  return written
}

/**
 * Reminds both sides of a meeting, once: by mail, by text message if they consented, and on open screens. One statement
 * claims the reminder and repeats all conditions; the messages are written in the same transaction, so after a crash
 * the next process sends them. Returns false if the reminder is not due or was sent.
 */
export const sendReminder = (context: Context, id: string, kind: ReminderKind): Promise<boolean> =>
  context.transaction(async (within) => {
    // Waits for a concurrent change of the meeting.
    const found = await lockMatching(within, id)
    if (!found) return false
    const { rowCount } = await within.database.execute(sql`
      INSERT INTO meeting_reminders (matching_id, starts_at, kind, created_at)
      SELECT matchings.id, matchings.starts_at, ${kind}, ${within.now().toISOString()}::timestamptz(3)
      FROM matchings WHERE matchings.id = ${id} AND ${isDue(kind, within.now())}
      ON CONFLICT DO NOTHING`)
    if (rowCount !== 1) return false
    const messages = [
      ...(await queueReminder(within, kind, found, 'seller')),
      ...(await queueReminder(within, kind, found, 'buyer')),
    ]
    await within.database.execute(sql`
      UPDATE meeting_reminders SET messages = ${sql.param(messages)}::uuid[]
      FROM matchings WHERE matchings.id = ${id} AND meeting_reminders.matching_id = ${id}
        AND meeting_reminders.starts_at = matchings.starts_at AND meeting_reminders.kind = ${kind}`)
    await publishEvent(within, { users: [found.seller.userId, found.buyer.userId] }, { topic: 'matchings', id })
    return true
  })

async function* readDueReminders(context: Context) {
  for (const kind of ['soon', 'day'] as const)
    for await (const { id } of readInBatches<{ id: string }>((last, limit) =>
      findDueReminders(context, kind, { last, limit }),
    ))
      yield { id, kind }
}

/** Job: reminds both sides of meetings that start soon or tomorrow. */
export const remindMeetings = async (context: Context): Promise<void> => {
  await runEach(readDueReminders(context), async ({ id, kind }) => {
    await sendReminder(context, id, kind)
  })
}
