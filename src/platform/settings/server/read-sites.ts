import { isUnreachable } from '#kit/db/pool.ts'
import type { SiteSwitches } from '#kit/module/module.ts'
import type { Context, Services } from '#kit/server/context.ts'
import type { Addresses } from '#kit/web/addresses/site-locations.ts'
import { siteAddressesOf } from '../rules.ts'
import { settings } from '../table.ts'
import { readSetting } from './read-settings.ts'

/** TTL of the switches in ms; every call of a site reads them. */
const cacheLifetime = 1000

interface CachedSwitches {
  /** Milliseconds of the monotonic clock (`performance.now`). */
  at: number
  switches: Promise<SiteSwitches>
  isRead: boolean
}

const cache = new WeakMap<Services, CachedSwitches>()

const readSwitches = async (
  { database }: Context,
  before: Promise<SiteSwitches> | undefined,
): Promise<SiteSwitches> => {
  try {
    const [row] = await database.select({ value: settings.value }).from(settings)
    return row?.value.modules ?? {}
  } catch (error) {
    // If the database is unreachable, use the last known switches; the site's own call will report the outage.
    if (!isUnreachable(error)) throw error
    return (await before?.catch(() => undefined)) ?? {}
  }
}

/**
 * Which sites are enabled: immediately correct for this process's own saves, and at most one second old for those of
 * another process. A transaction reads them on its own connection instead of waiting for another call's read, which
 * could deadlock an exhausted pool.
 */
export const loadSiteSwitches = (context: Context): Promise<SiteSwitches> => {
  const { services, database } = context
  const before = cache.get(services)
  const isFresh = before !== undefined && performance.now() - before.at < cacheLifetime
  if (isFresh && (before.isRead || database === services.database)) return before.switches
  const reading: CachedSwitches = {
    at: performance.now(),
    switches: readSwitches(context, before?.switches),
    isRead: false,
  }
  cache.set(services, reading)
  reading.switches.then(
    () => {
      reading.isRead = true
    },
    // Callers of the promise handle the error.
    () => undefined,
  )
  return reading.switches
}

/** Clears the cached switches; call it after saving settings. */
export const invalidateSiteSwitches = ({ services }: Context): void => {
  cache.delete(services)
}

/** Addresses of the sites; the cache is invalidated when settings change. */
export const readSiteAddresses = async (context: Context): Promise<Addresses> =>
  siteAddressesOf(await readSetting(context))
