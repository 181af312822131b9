import type { MemberNews, MemberWait } from '#kit/module/overview.ts'
import type { Context } from '#kit/server/context.ts'
import { isSiteEnabled, readSiteSwitches } from '#kit/server/open-sites.ts'

/** Maximum number of waiting tasks shown; a longer list discourages. */
const maxWaits = 20

/** Collects the overview parts of the modules whose sites are switched on, in registry order. */
export const collectOverview = async (context: Context): Promise<{ waits: MemberWait[]; news: MemberNews[] }> => {
  const switches = await readSiteSwitches(context)
  const modules = context.services.modules.filter(({ site, overview }) => overview && isSiteEnabled(switches, site))
  const parts = await Promise.all(modules.map(({ overview }) => overview?.(context)))
  // ISO instants sort as strings; tasks without a date come last.
  const getSortKey = ({ until }: MemberWait) => until ?? '~'
  const waits = parts
    .flatMap((part) => part?.waits ?? [])
    .toSorted((a, b) => (getSortKey(a) < getSortKey(b) ? -1 : getSortKey(a) > getSortKey(b) ? 1 : 0))
  return {
    waits: waits.slice(0, maxWaits),
    news: parts.flatMap((part) => part?.news ?? []).filter(({ entries }) => entries.length > 0),
  }
}
