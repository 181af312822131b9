import { type Module, onlyOne, type SiteSwitches } from '../module/module.ts'
import { sectionOf } from '../scopes.ts'
import type { Context } from './context.ts'

/** The switches of the sites; what is made from them is made again when the settings change. */
export const switchesOf = async (context: Context): Promise<SiteSwitches> => {
  context.tag('setting')
  return (await onlyOne(context.services.modules, 'siteSwitches')?.(context)) ?? {}
}

/** Whether a module's site is switched on; one without a site always is. */
export const isOn = (switches: SiteSwitches, site: string | undefined): boolean =>
  site === undefined || switches[site] !== false

/** These scopes without those of sections whose site is switched off: the console has no place for them. */
export const scopesOfOpenSites = (
  modules: readonly Module[],
  switches: SiteSwitches,
  scopes: readonly string[],
): string[] => {
  const closed = new Set<string | null>(
    modules.flatMap(({ site, scopes: sections }) => (isOn(switches, site) ? [] : Object.keys(sections))),
  )
  return scopes.filter((scope) => !closed.has(sectionOf(scope)))
}
