import { isUnreachable } from '#kit/db/pool.ts'
import type { SiteSwitches } from '#kit/module/module.ts'
import type { Context, Services } from '#kit/server/context.ts'
import type { Addresses } from '#kit/web/addresses/site-locations.ts'
import { addressesOf } from '../rules.ts'
import { settings } from '../table.ts'
import { readSetting } from './read-settings.ts'

/** Milliseconds for which a process takes the switches as it read them: every call of a site asks for them. */
const freshFor = 1000

interface Known {
  /** Milliseconds of the process's own clock. */
  at: number
  switches: Promise<SiteSwitches>
  isRead: boolean
}

const known = new WeakMap<Services, Known>()

const read = async ({ database }: Context, before: Promise<SiteSwitches> | undefined): Promise<SiteSwitches> => {
  try {
    const [row] = await database.select({ value: settings.value }).from(settings)
    return row?.value.modules ?? {}
  } catch (error) {
    // While the database is away the answer of the site itself says so.
    if (!isUnreachable(error)) throw error
    return (await before?.catch(() => undefined)) ?? {}
  }
}

/**
 * Which sites are switched on: as this process last saved them, and at most a second after another one did. A transaction
 * reads them with the connection it holds: the reading of another call may wait for a connection that none gives back.
 */
export const siteSwitches = (context: Context): Promise<SiteSwitches> => {
  const { services, database } = context
  const before = known.get(services)
  const isFresh = before !== undefined && performance.now() - before.at < freshFor
  if (isFresh && (before.isRead || database === services.database)) return before.switches
  const reading: Known = { at: performance.now(), switches: read(context, before?.switches), isRead: false }
  known.set(services, reading)
  reading.switches.then(
    () => {
      reading.isRead = true
    },
    // Who asked is told.
    () => undefined,
  )
  return reading.switches
}

/** To be called after the settings were saved. */
export const forgetSwitches = ({ services }: Context): void => {
  known.delete(services)
}

/** Where the sites are; the cache asks again when the settings change. */
export const siteAddresses = async (context: Context): Promise<Addresses> => addressesOf(await readSetting(context))
