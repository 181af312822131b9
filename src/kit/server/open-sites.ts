import { type Module, onlyOne, type SiteSwitches } from '../module/module.ts'
import { sectionOf } from '../scopes.ts'
import type { Context } from './context.ts'

/** Returns which sites are enabled, and tags the answer so that a change of the settings invalidates it. */
export const readSiteSwitches = async (context: Context): Promise<SiteSwitches> => {
  context.tag('setting')
  return (await onlyOne(context.services.modules, 'siteSwitches')?.(context)) ?? {}
}

/** True if a module's site is enabled; always true without a site. */
export const isSiteEnabled = (switches: SiteSwitches, site: string | undefined): boolean =>
  site === undefined || switches[site] !== false

/** Removes the scopes of sections whose site is disabled, because the console does not show them. */
export const omitScopesOfClosedSites = (
  modules: readonly Module[],
  switches: SiteSwitches,
  scopes: readonly string[],
): string[] => {
  const closed = new Set<string | null>(
    modules.flatMap(({ site, scopes: sections }) => (isSiteEnabled(switches, site) ? [] : Object.keys(sections))),
  )
  return scopes.filter((scope) => !closed.has(sectionOf(scope)))
}
