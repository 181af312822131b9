import { and, eq } from 'drizzle-orm'
import type { Locale } from '#kit/contract.ts'
import { textIn } from '#kit/i18n.ts'
import { regionTag } from '#kit/locale.ts'
import type { StoredAttachment } from '#kit/ports/mail.ts'
import type { Context } from '#kit/server/context.ts'
import { htmlOf } from '#kit/text/html.ts'
import { inLocale } from '#kit/web/addresses/locale-path.ts'
import { m } from '#messages/messages.js'
import { findSender, queueMail } from '#people/messages/server/queue-messages.ts'
import { users } from '#people/users/table.ts'
import { matchOrigin } from '#platform/settings/server/read-settings.ts'
import { invitationOf } from '../calendar/server/write-calendar.ts'
import type { Side } from '../rules.ts'
import { cityOf } from '../rules-cities.ts'
import { actionLabel } from '../rules-labels.ts'
import type { EventTime } from '../table.ts'
import type { FoundMatching } from './find-matchings.ts'
import { otherCompanyName } from './format-meeting.ts'

const texts = {
  requested: [m.matchings_mail_requested_subject, m.matchings_mail_requested_text],
  offered: [m.matchings_mail_offered_subject, m.matchings_mail_offered_text],
  confirmed: [m.matchings_mail_confirmed_subject, m.matchings_mail_confirmed_text],
  moved: [m.matchings_mail_moved_subject, m.matchings_mail_moved_text],
  unseated: [m.matchings_mail_unseated_subject, m.matchings_mail_unseated_text],
  // The slot was removed, so the calendar entry is cancelled too.
  displaced: [m.matchings_mail_unseated_subject, m.matchings_mail_unseated_text],
  suspended: [m.matchings_mail_suspended_subject, m.matchings_mail_suspended_text],
  resumed: [m.matchings_mail_resumed_subject, m.matchings_mail_resumed_text],
  reopened: [m.matchings_mail_reopened_subject, m.matchings_mail_reopened_text],
  declined: [m.matchings_mail_declined_subject, m.matchings_mail_declined_text],
  offer_declined: [m.matchings_mail_declined_subject, m.matchings_mail_offer_declined_text],
  cancelled: [m.matchings_mail_cancelled_subject, m.matchings_mail_cancelled_text],
  withdrawn: [m.matchings_mail_withdrawn_subject, m.matchings_mail_withdrawn_text],
  expired: [m.matchings_mail_expired_subject, m.matchings_mail_expired_text],
  edited: [m.matchings_mail_edited_subject, m.matchings_mail_edited_text],
  no_show: [m.matchings_mail_no_show_subject, m.matchings_mail_no_show_text],
  upheld: [m.matchings_mail_upheld_subject, m.matchings_mail_upheld_text],
  overruled: [m.matchings_mail_overruled_subject, m.matchings_mail_overruled_text],
  lost_some: [m.matchings_mail_lost_some_subject, m.matchings_mail_lost_some_text],
  lost: [m.matchings_mail_lost_subject, m.matchings_mail_lost_text],
  acted: [m.matchings_mail_acted_subject, m.matchings_mail_acted_text],
} as const
export type MailKind = keyof typeof texts

/**
 * Formats a time in the reader's zone, with Seoul time beside it if that differs. For in-person meetings Seoul time
 * comes first.
 */
export const formatMailTime = (
  time: Pick<EventTime, 'startAt'> & Partial<EventTime>,
  locale: Locale,
  timeZone: string,
): string => {
  const format = (zone: string) =>
    new Intl.DateTimeFormat(regionTag[locale], {
      timeZone: zone,
      month: 'long',
      day: 'numeric',
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).format(new Date(time.startAt))
  const seoul = `${format('Asia/Seoul')} (${cityOf('Asia/Seoul', locale)})`
  if (timeZone === 'Asia/Seoul') return seoul
  const local = `${format(timeZone)} (${cityOf(timeZone, locale)})`
  return time.way === 'offline' ? `${seoul} · ${local}` : `${local} · ${seoul}`
}

/** Mail kinds that carry an invitation, and kinds that cancel it. */
const kindsWithInvitation = new Set<MailKind>(['confirmed', 'moved', 'resumed'])
const kindsWithCancellation = new Set<MailKind>(['cancelled', 'reopened', 'displaced', 'suspended'])

interface Attendee {
  name: string
  email: string
}

const attach = async (
  within: Context,
  kind: MailKind,
  found: FoundMatching,
  side: Side,
  { attendee, ...invitation }: { locale: Locale; page: string; time: EventTime | undefined; attendee: Attendee },
): Promise<StoredAttachment[]> => {
  const { matching } = found
  const { time } = invitation
  // Before the first confirmation there is no invitation to cancel.
  if (!time || !(kindsWithInvitation.has(kind) || (kindsWithCancellation.has(kind) && matching.sequence > 0))) return []
  const isCancelled = kindsWithCancellation.has(kind)
  const key = `${matching.id}/${side}${matching.sequence}.ics`
  const sender = await findSender(within)
  const organizer = sender && { name: sender.name, email: sender.address }
  const now = within.now()
  const text = invitationOf({ ...invitation, found, side, now, time, isCancelled, organizer, attendee })
  await within.services.files.put(key, Buffer.from(text))
  return [
    { key, name: 'meeting.ics', mime: `text/calendar; charset=utf-8; method=${isCancelled ? 'CANCEL' : 'REQUEST'}` },
  ]
}

/** Queues a mail to one side in its language, in the caller's transaction. */
export const sendMatchingMail = async (
  within: Context,
  kind: MailKind,
  found: FoundMatching,
  side: Side,
  details: { reason: string; times: readonly EventTime[]; remainingTimes: readonly EventTime[]; action?: string },
): Promise<void> => {
  const { reason, times, remainingTimes, action = '' } = details
  const profile = side === 'seller' ? found.seller : found.buyer
  const [user] = await within.database
    .select({ email: users.email, name: users.name, locale: users.locale })
    .from(users)
    .where(and(eq(users.id, profile.userId), eq(users.state, 'active')))
  if (!user?.email) return
  const { locale } = user
  const options = { locale }
  const page = `${await matchOrigin(within)}${inLocale(locale, `/me/matchings/${found.matching.id}`)}`
  const formatTimes = (some: readonly EventTime[]) =>
    some.map((time) => formatMailTime(time, locale, profile.timeZone)).join('\n')
  const { heldUntil } = found.matching
  const facts = {
    name: user.name,
    company: otherCompanyName(found, side, locale),
    fair: textIn(locale, found.fair.title),
    reason,
    times: formatTimes(times),
    left: formatTimes(remainingTimes),
    act: actionLabel(action, locale),
    until: heldUntil ? formatMailTime({ startAt: heldUntil.toISOString() }, locale, profile.timeZone) : '',
    link: page,
  }
  const [subject, text] = texts[kind]
  await queueMail(within, {
    to: user.email,
    about: profile.userId,
    subject: subject(facts, options),
    html: htmlOf(text(facts, options)),
    attachments: await attach(within, kind, found, side, {
      locale,
      page,
      time: times[0],
      attendee: { name: user.name, email: user.email },
    }),
  })
}
