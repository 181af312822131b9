import { maxNews, type OverviewPart } from '#kit/module/overview.ts'
import type { Context } from '#kit/server/context.ts'
import { m } from '#messages/messages.js'
import { findAwaitingAnswer, findMeetingsOf, sideOf } from './find-matchings.ts'
import { meetingTime, otherCompanyName, placeText } from './format-meeting.ts'

const page = '/me/matchings'

/** Returns the requests and offers that the account must answer, and its next meetings. */
export const overview = async (context: Context): Promise<OverviewPart> => {
  const { locale } = context
  const now = context.now()
  const [turns, meetings] = await Promise.all([
    findAwaitingAnswer(context),
    findMeetingsOf(context, context.principal.userId, now),
  ])
  return {
    waits: turns.map((found) => {
      const { id, state, heldUntil } = found.matching
      const isOffer = state === 'offered'
      const text = isOffer
        ? m.matchings_wait_offer
        : state === 'expired'
          ? m.matchings_wait_again
          : m.matchings_wait_ask
      const act = isOffer ? m.matchings_wait_offer_act : m.matchings_wait_ask_act
      return {
        _id: `matchings.${id}`,
        kind: m.matchings_me({}, { locale }),
        title: otherCompanyName(found, sideOf(context, found), locale),
        text: text({}, { locale }),
        until: isOffer ? (heldUntil?.toISOString() ?? null) : null,
        act: act({}, { locale }),
        to: `${page}/${id}`,
      }
    }),
    news: [
      {
        _id: 'matchings.meetings',
        title: m.matchings_news({}, { locale }),
        total: meetings.length,
        entries: meetings.slice(0, maxNews).map((found) => {
          const [time] = meetingTime(found)
          return {
            _id: found.matching.id,
            title: otherCompanyName(found, sideOf(context, found), locale),
            state: time ? placeText(found, time, locale) : null,
            at: time?.startAt ?? now.toISOString(),
            to: `${page}/${found.matching.id}`,
          }
        }),
        to: page,
      },
    ],
  }
}
