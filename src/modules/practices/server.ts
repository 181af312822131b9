import { asc, eq } from 'drizzle-orm'
import { findFiles, pictureOf, presentPicture, requirePicture } from '#kit/files/library.ts'
import type { Handlers } from '#kit/server/context.ts'
import { localize } from '#kit/server/localize.ts'
import { tableHandlers, toRecord } from '#kit/server/table-handlers.ts'
import { translationsOf } from '#kit/server/words.ts'
import { practices as contract } from './contract.ts'
import { practices } from './table.ts'

export const practiceHandlers: Handlers<typeof contract> = {
  ...tableHandlers(contract, practices, {
    words: [translationsOf(practices.title), practices.key],
    title: (row) => row.title.ko ?? row.key,
    present: presentPicture,
    async accept(body, context) {
      await requirePicture(context, body.picture as string | null, 'picture')
      return body
    },
  }),

  async published(context) {
    context.tag('practices')
    const rows = await context.database
      .select()
      .from(practices)
      .where(eq(practices.visible, true))
      .orderBy(asc(practices.position), asc(practices.id))
    const pictures = await findFiles(
      context,
      rows.map((row) => row.picture),
    )
    return {
      practices: rows.map((row) => ({
        ...toRecord(row),
        ...localize(context.locale, { title: row.title, summary: row.summary }),
        picture: pictureOf(pictures, row.picture),
      })),
    }
  },
}
