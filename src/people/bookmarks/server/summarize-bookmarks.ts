import { maxNews, type OverviewPart } from '#kit/module/overview.ts'
import type { Context } from '#kit/server/context.ts'
import { m } from '#messages/messages.js'
import { listMarks } from './store-marks.ts'

/** Returns the member's latest bookmarks for the overview. */
export const overview = async (context: Context): Promise<OverviewPart> => {
  const { rows, total } = await listMarks(context, 'bookmark', { page: 1, limit: maxNews })
  return {
    news: [
      {
        _id: 'bookmarks.bookmarks',
        title: m.bookmarks_title({}, { locale: context.locale }),
        total,
        entries: rows.map(({ _id, title, createdAt, to }) => ({ _id, title, state: null, at: createdAt, to })),
        to: '/me/bookmarks',
      },
    ],
  }
}
