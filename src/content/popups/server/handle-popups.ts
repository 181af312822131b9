import { and, arrayContains, asc, eq, not, or, sql } from 'drizzle-orm'
import { findFiles, pictureOf, presentPicture, requirePicture } from '#kit/files/media-library.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { localize } from '#kit/server/records/localize.ts'
import { expireAtNextChange, inPeriodState, isRunning, requirePeriod } from '#kit/server/records/period-conditions.ts'
import { toRecord } from '#kit/server/records/records.ts'
import { translationsOf } from '#kit/server/records/search-conditions.ts'
import { tableHandlers } from '#kit/server/records/table-handlers.ts'
import { cleanInline, cleanLocalized } from '#kit/text/html.ts'
import { popups as contract } from '../contract.ts'
import { popups } from '../table.ts'

const matchesStateSql = (state: 'running' | 'coming' | 'ended' | 'hidden', context: Context) => {
  const now = context.now()
  if (state === 'hidden') return not(popups.visible)
  return and(popups.visible, inPeriodState(state, popups.startAt, popups.endAt, now))
}

export const popupHandlers: Handlers<typeof contract> = {
  ...tableHandlers(contract, popups, {
    words: [translationsOf(popups.title), translationsOf(popups.body)],
    filters: { state: matchesStateSql },
    title: (row) => row.title.ko ?? '',
    present: presentPicture,
    async accept(body, context, current) {
      await requirePicture(context, body.picture, 'picture')
      requirePeriod(body, current)
      return body.body ? { ...body, body: cleanLocalized(body.body, cleanInline) } : body
    },
  }),

  async visible(context) {
    context.tag('popups')
    await expireAtNextChange(context, popups, eq(popups.visible, true))
    const rows = await context.database
      .select()
      .from(popups)
      .where(
        and(
          popups.visible,
          isRunning(popups, context.now()),
          or(eq(sql`cardinality(${popups.locales})`, 0), arrayContains(popups.locales, [context.locale])),
        ),
      )
      .orderBy(asc(popups.position), asc(popups.id))
    const pictures = await findFiles(
      context,
      rows.map((row) => row.picture),
    )
    return {
      popups: rows.map((row) => ({
        ...toRecord(row),
        ...localize(context.locale, { title: row.title, body: row.body, linkLabel: row.linkLabel }),
        picture: pictureOf(pictures, row.picture),
      })),
    }
  },
}
