import type { MemberNews, MemberWait } from '#kit/module/overview.ts'
import type { Context } from '#kit/server/context.ts'
import { isOn, switchesOf } from '#kit/server/open-sites.ts'

/** Waits shown at once: more of them would be a list nobody begins. */
const mostWaits = 20

/** What the modules of the sites that are switched on say to the account of the request, in the order of the registry. */
export const overviewOf = async (context: Context): Promise<{ waits: MemberWait[]; news: MemberNews[] }> => {
  const switches = await switchesOf(context)
  const asked = context.services.modules.filter(({ site, overview }) => overview && isOn(switches, site))
  const parts = await Promise.all(asked.map(({ overview }) => overview?.(context)))
  // Instants of one form compare as texts; without a day it comes after all that have one.
  const untilOf = ({ until }: MemberWait) => until ?? '~'
  const waits = parts
    .flatMap((part) => part?.waits ?? [])
    .toSorted((a, b) => (untilOf(a) < untilOf(b) ? -1 : untilOf(a) > untilOf(b) ? 1 : 0))
  return {
    waits: waits.slice(0, mostWaits),
    news: parts.flatMap((part) => part?.news ?? []).filter(({ entries }) => entries.length > 0),
  }
}
