import { sql } from 'drizzle-orm'
import { mayRead } from '#kit/scopes.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { isOpenTo } from '#kit/server/kernel.ts'
import { isSiteEnabled, readSiteSwitches } from '#kit/server/open-sites.ts'
import { entityOfPath } from '#kit/server/records/records.ts'
import type { dashboard as contract } from '../contract.ts'

interface ChangeRow extends Record<string, unknown> {
  _id: string
  actor: string | null
  action: string
  entity: string
  summary: string
  at: Date
}

/** Audit entities the account may read, i.e. those whose routes it may call. */
const listReadableEntities = ({ services, principal }: Context): string[] => [
  ...new Set(
    services.modules.flatMap(({ contract }) =>
      Object.values(contract).flatMap(({ method, path, access }) => {
        const isRead = method === 'GET' && path.startsWith('/api/console/')
        return isRead && isOpenTo({ method, access }, principal.scopes) ? [entityOfPath(path)] : []
      }),
    ),
  ),
]

/**
 * Latest changes by colleagues, without the caller's own. Summaries contain titles and names, so only entities the
 * account may open; the full log requires its own scope.
 */
const listLatestChanges = async (context: Context) => {
  const isReadable = mayRead(context.principal.scopes, 'console:audit')
    ? sql`true`
    : sql`entity = ANY (${sql.param(listReadableEntities(context))}::text[])`
  const { rows } = await context.database.execute<ChangeRow>(
    sql`SELECT id::text AS "_id", actor, action, entity, summary, at FROM audit WHERE actor_id IS DISTINCT FROM ${context.principal.userId}::uuid AND action NOT IN ('login', 'logout', 'list', 'read', 'download', 'export') AND ${isReadable} ORDER BY id DESC LIMIT 6`,
  )
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }))
}

/** Maximum number of upcoming events. */
const nextMoments = 6

export const dashboardHandlers: Handlers<typeof contract> = {
  async today(context) {
    const switches = await readSiteSwitches(context)
    const [changes, ...parts] = await Promise.all([
      listLatestChanges(context),
      ...context.services.modules.map(({ site, desk }) =>
        isSiteEnabled(switches, site) ? desk?.(context) : undefined,
      ),
    ])
    return {
      figures: Object.assign({}, ...parts.map((part) => part?.figures)),
      works: parts.flatMap((part) => part?.works ?? []),
      soon: parts
        .flatMap((part) => part?.soon ?? [])
        .sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
        .slice(0, nextMoments),
      series: Object.assign({}, ...parts.map((part) => part?.series)),
      changes,
    }
  },
}
