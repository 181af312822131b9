import { m } from '#messages/messages.js'
import type { FrameData } from './frame-data.ts'
import type { MenuEntry } from './hall.ts'

const others = {
  match: () => ({ title: m.hall_menu_match(), to: '/match', isElsewhere: true }),
  auction: () => ({ title: m.hall_menu_auction(), to: '/auction', isElsewhere: true }),
  shop: () => ({ title: m.hall_menu_shop(), to: '/shop', isElsewhere: true }),
} satisfies Record<string, () => MenuEntry>
type HallSite = keyof typeof others
const order: readonly HallSite[] = ['match', 'auction', 'shop']

/** The sites of the hall that are switched on, `own` in its place among them, then the centre they share. */
export const hallSites = (
  { modules }: Pick<FrameData, 'modules'>,
  site: HallSite,
  own: readonly MenuEntry[],
): MenuEntry[] => [
  ...order.flatMap((one) => (one === site ? own : modules[one] ? [others[one]()] : [])),
  { title: m.hall_menu_center(), to: '/center/notices', also: ['/center'], isElsewhere: true },
]

/** All of them, seen from a page of none. */
export const allHallSites = (frame: Pick<FrameData, 'modules'>): MenuEntry[] =>
  hallSites(frame, 'match', frame.modules.match ? [others.match()] : [])

/** Whether no other site of the hall is switched on. */
export const isAlone = ({ modules }: Pick<FrameData, 'modules'>, site: HallSite): boolean =>
  order.every((one) => one === site || !modules[one])
