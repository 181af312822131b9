import type { Locale } from '#kit/locale.ts'
import { m } from '#messages/messages.js'

const names: Record<string, (inputs?: object, options?: { locale: Locale }) => string> = {
  'Asia/Seoul': m.matchings_city_seoul,
  'Asia/Tokyo': m.matchings_city_tokyo,
  'Asia/Shanghai': m.matchings_city_shanghai,
  'Asia/Hong_Kong': m.matchings_city_hong_kong,
  'Asia/Taipei': m.matchings_city_taipei,
  'Asia/Singapore': m.matchings_city_singapore,
  'Asia/Bangkok': m.matchings_city_bangkok,
  'Asia/Ho_Chi_Minh': m.matchings_city_ho_chi_minh,
  'Asia/Jakarta': m.matchings_city_jakarta,
  'Asia/Dubai': m.matchings_city_dubai,
  'Asia/Kolkata': m.matchings_city_kolkata,
  'Australia/Sydney': m.matchings_city_sydney,
  'Europe/London': m.matchings_city_london,
  'Europe/Berlin': m.matchings_city_berlin,
  'Europe/Paris': m.matchings_city_paris,
  'America/New_York': m.matchings_city_new_york,
  'America/Los_Angeles': m.matchings_city_los_angeles,
  'America/Vancouver': m.matchings_city_vancouver,
  'America/Toronto': m.matchings_city_toronto,
}

/** Returns the city of a time zone in a language; for other zones, the city in the IANA name. */
export const cityOf = (timeZone: string, locale: Locale): string =>
  names[timeZone]?.({}, { locale }) ?? timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone
