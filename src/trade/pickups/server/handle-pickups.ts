import { AppError } from '#kit/errors.ts'
import { pickupStates } from '#kit/module/pickups.ts'
import type { Handlers } from '#kit/server/context.ts'
import { isSiteEnabled, readSiteSwitches } from '#kit/server/open-sites.ts'
import type { pickups as contract } from '../contract.ts'
import { createTicket } from './create-ticket.ts'

export const pickupHandlers: Handlers<typeof contract> = {
  async list(context, { query }) {
    const { page, limit, state } = query
    const switches = await readSiteSwitches(context)
    const sitesWithPickups = context.services.modules.filter(
      ({ site, pickups }) => pickups && isSiteEnabled(switches, site),
    )
    if (sitesWithPickups.length === 0) throw new AppError('not_found')
    const pickupFilter = { states: state ? [state] : pickupStates, most: page * limit }
    const parts = await Promise.all(
      sitesWithPickups.map(async ({ site = '', pickups }) => {
        const { pickups: rows = [], total = 0 } = (await pickups?.(context, pickupFilter)) ?? {}
        return { total, rows: rows.map((row) => ({ ...row, site })) }
      }),
    )
    const found = parts
      .flatMap(({ rows }) => rows)
      .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a._id < b._id ? 1 : -1))
      .slice((page - 1) * limit, page * limit)
    return {
      pickups: await Promise.all(
        found.map(async ({ code, createdAt, until, ...row }) => ({
          ...row,
          createdAt: createdAt.toISOString(),
          until: until?.toISOString() ?? null,
          ticket: code ? await createTicket(code) : null,
        })),
      ),
      total: parts.reduce((sum, { total }) => sum + total, 0),
      page,
      limit,
    }
  },
}
