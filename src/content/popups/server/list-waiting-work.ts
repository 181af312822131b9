import { and, gt } from 'drizzle-orm'
import type { DeskMoment, DeskPart } from '#kit/module/desk.ts'
import { mayRead } from '#kit/scopes.ts'
import type { Context } from '#kit/server/context.ts'
import { isRunning } from '#kit/server/records/period-conditions.ts'
import { popups } from '../table.ts'

/** Maximum starts, and maximum ends, on the dashboard. */
const maxEntries = 6

const listMoments = async (
  context: Context,
  boundary: 'start' | 'end',
  column: typeof popups.startAt | typeof popups.endAt,
): Promise<DeskMoment[]> => {
  const rows = await context.database
    .select({ id: popups.id, title: popups.title, at: column })
    .from(popups)
    .where(and(popups.visible, gt(column, context.now())))
    .orderBy(column)
    .limit(maxEntries)
  return rows.flatMap(({ id, title, at }) =>
    at === null
      ? []
      : {
          _id: `${id}:${boundary}`,
          title: title.ko ?? '',
          what: `popups.${boundary}`,
          at: at.toISOString(),
          to: `/console/popups/${id}`,
        },
  )
}

/**
 * Returns the dashboard part of popups: the number shown now and, for accounts with access, the next starts and ends.
 */
export const listWaitingWork = async (context: Context): Promise<DeskPart> => {
  const mayOpen = mayRead(context.principal.scopes, 'console:popups')
  const [shown, ...soon] = await Promise.all([
    context.database.$count(popups, and(popups.visible, isRunning(popups, context.now()))),
    ...(mayOpen ? [listMoments(context, 'start', popups.startAt), listMoments(context, 'end', popups.endAt)] : []),
  ])
  return { figures: { 'popups.shown': shown }, soon: soon.flat() }
}
