import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { storeForText } from '#kit/files/media-library.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { localize } from '#kit/server/records/localize.ts'
import { expireAtNextChange, isRunning, requirePeriod } from '#kit/server/records/period-conditions.ts'
import { translationsOf } from '#kit/server/records/search-conditions.ts'
import { selectPage } from '#kit/server/records/select-page.ts'
import { tableHandlers } from '#kit/server/records/table-handlers.ts'
import { cleanHtml, cleanLocalized } from '#kit/text/html.ts'
import { notifications as contract, notificationsPerPage as limit } from '../contract.ts'
import { type NotificationRow, notifications } from '../table.ts'

/** SQL: publication date, which is the start date or the creation date. */
const publishedAt = sql<Date>`coalesce(${notifications.startAt}, ${notifications.createdAt})`

const isPublishedSql = (context: Context): SQL | undefined =>
  and(eq(notifications.visible, true), isRunning(notifications, context.now()))

const presentLine = (
  { locale }: Context,
  row: Pick<NotificationRow, 'id' | 'category' | 'title' | 'pinned' | 'startAt' | 'createdAt'>,
) => ({
  _id: row.id,
  category: row.category,
  ...localize(locale, { title: row.title }),
  pinned: row.pinned,
  publishedAt: (row.startAt ?? row.createdAt).toISOString(),
})

const toNeighbour = (context: Context, row: NotificationRow | undefined) =>
  row ? { _id: row.id, ...localize(context.locale, { title: row.title }) } : null

/** Returns the adjacent notice by publication date; pinning affects only the list. */
const findNeighbour = async (context: Context, row: NotificationRow, direction: 'newer' | 'older') => {
  const moment = (row.startAt ?? row.createdAt).toISOString()
  const sortKey = sql`(${publishedAt}, ${notifications.id})`
  const current = sql`(${moment}::timestamptz, ${row.id}::uuid)`
  const [found] = await context.database
    .select()
    .from(notifications)
    .where(
      and(isPublishedSql(context), direction === 'newer' ? sql`${sortKey} > ${current}` : sql`${sortKey} < ${current}`),
    )
    .orderBy(
      direction === 'newer'
        ? sql`${publishedAt}, ${notifications.id}`
        : sql`${publishedAt} DESC, ${notifications.id} DESC`,
    )
    .limit(1)
  return toNeighbour(context, found)
}

export const notificationHandlers: Handlers<typeof contract> = {
  ...tableHandlers(contract, notifications, {
    words: [translationsOf(notifications.title), translationsOf(notifications.body)],
    title: (row) => row.title.ko,
    accept(body, _context, current) {
      requirePeriod(body, current)
      return body.body ? { ...body, body: cleanLocalized(body.body, cleanHtml) } : body
    },
  }),

  upload: (context, { files }) => storeForText(context, contract.upload.upload, files),

  async published(context, { query }) {
    context.tag('notifications')
    await expireAtNextChange(context, notifications, eq(notifications.visible, true))
    const where = and(isPublishedSql(context), query.category && eq(notifications.category, query.category))
    const { page } = query
    const [rows, total] = await selectPage(context, notifications, where, { page, limit }, [
      desc(notifications.pinned),
      sql`${publishedAt} DESC`,
      desc(notifications.id),
    ])
    return { notifications: rows.map((row) => presentLine(context, row)), total, page, limit }
  },

  async read(context, { params }) {
    context.tag('notifications')
    await expireAtNextChange(context, notifications, eq(notifications.visible, true))
    const [row] = await context.database
      .select()
      .from(notifications)
      .where(and(eq(notifications.id, params.id), isPublishedSql(context)))
    if (!row) throw new AppError('not_found')
    return {
      notification: {
        ...presentLine(context, row),
        ...localize(context.locale, { title: row.title, body: row.body }),
        newer: await findNeighbour(context, row, 'newer'),
        older: await findNeighbour(context, row, 'older'),
      },
    }
  },

  async view(context, { params }) {
    const [row] = await context.database
      .update(notifications)
      .set({ views: sql`${notifications.views} + 1` })
      .where(and(eq(notifications.id, params.id), isPublishedSql(context)))
      .returning({ views: notifications.views })
    if (!row) throw new AppError('not_found')
    return { views: row.views }
  },
}
