import type { Locale } from '#kit/contract.ts'
import { textIn } from '#kit/i18n.ts'
import { m } from '#messages/messages.js'
import type { Side } from '../rules.ts'
import type { EventTime } from '../table.ts'
import type { FoundMatching } from './find-matchings.ts'

/** Returns the location of a meeting: online, or the venue and the table number. */
export const placeText = (
  { matching, fair }: FoundMatching,
  { way }: Pick<EventTime, 'way'>,
  locale: Locale,
): string =>
  way === 'online'
    ? m.matchings_calendar_online({}, { locale })
    : m.matchings_calendar_table({ venue: textIn(locale, fair.venue), number: matching.place ?? 0 }, { locale })

/** Returns the name of the other company in `locale`. */
export const otherCompanyName = (
  { seller, buyer, sellerCompany, buyerCompany }: FoundMatching,
  side: Side,
  locale: Locale,
) =>
  side === 'seller'
    ? textIn(locale, { ...buyer.names, ko: buyerCompany.name })
    : textIn(locale, { ...seller.names, ko: sellerCompany.name })

export const timeOf = ({
  startsAt,
  endsAt,
  way,
}: {
  startsAt: Date
  endsAt: Date
  way: EventTime['way']
}): EventTime => ({
  startAt: startsAt.toISOString(),
  endAt: endsAt.toISOString(),
  way,
})

/** Returns the time of the meeting; empty without a meeting. */
export const meetingTime = ({ matching: { startsAt, endsAt, way } }: FoundMatching): EventTime[] =>
  startsAt && endsAt && way ? [timeOf({ startsAt, endsAt, way })] : []
