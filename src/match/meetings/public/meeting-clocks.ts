import { languageTag } from '#kit/i18n.ts'
import { formatTimeBeside, seoul } from '#match/matchings/public/format-time.ts'
import { getLocale } from '#messages/runtime.js'
import type { Room } from '../contract.ts'

const clock = (instant: string, timeZone: string) =>
  new Intl.DateTimeFormat(languageTag[getLocale()], {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(instant))

const day = (instant: string, timeZone: string) =>
  new Intl.DateTimeFormat(languageTag[getLocale()], {
    timeZone,
    month: 'long',
    day: 'numeric',
    weekday: 'short',
  }).format(new Date(instant))

/** Returns formatters for the viewer's clock and the other side's, the latter labeled with its city. */
export const createClocks = ({ role, seller, buyer }: Room) => {
  const own = role === 'buyer' ? buyer.timeZone : role === 'seller' ? seller.timeZone : seoul
  const other = role === 'buyer' ? seller.timeZone : buyer.timeZone
  return {
    own: (instant: string) => clock(instant, own),
    ownDay: (instant: string) => day(instant, own),
    other: other === own ? null : (instant: string) => formatTimeBeside(instant, other, own),
  }
}

/** Name of the counterpart company; both names for staff and guests. */
export const counterpartName = ({ role, seller, buyer }: Room): string =>
  role === 'seller' ? buyer.name : role === 'buyer' ? seller.name : `${seller.name} × ${buyer.name}`
