import { and, asc, eq, getTableColumns } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { findFiles, pictureOf, requirePicture } from '#kit/files/library.ts'
import type { FileRow } from '#kit/files/table.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { localize } from '#kit/server/localize.ts'
import { tableHandlers, toRecord } from '#kit/server/table-handlers.ts'
import { textsWithin, translationsOf } from '#kit/server/words.ts'
import type { Block } from '#modules/blocks/contract.ts'
import { acceptBlocks, blockPictureIds, blockPictures, publishBlocks } from '#modules/blocks/service.ts'
import { practices as contract } from './contract.ts'
import { practices } from './table.ts'

type Row = typeof practices.$inferSelect

/** A row as a list shows it, without the blocks of its page. */
const inLanguage = ({ blocks: _, ...row }: Omit<Row, 'blocks'> & { blocks?: Block[] }, context: Context) => ({
  ...toRecord(row),
  ...localize(context.locale, { title: row.title, summary: row.summary }),
})

const fileIds = (row: Row) => [row.picture, ...blockPictureIds(row.blocks)]

const record = (row: Row, found: Map<string, FileRow>) => ({
  ...toRecord(row),
  picture: pictureOf(found, row.picture),
  pictures: blockPictures(row.blocks, found),
})

export const practiceHandlers: Handlers<typeof contract> = {
  ...tableHandlers(contract, practices, {
    words: [translationsOf(practices.title), practices.key, textsWithin(practices.blocks)],
    title: (row) => row.title.ko ?? row.key,
    async present(rows, context) {
      const found = await findFiles(context, rows.flatMap(fileIds))
      return rows.map((row) => record(row, found))
    },
    async accept(body, context) {
      await requirePicture(context, body.picture as string | null, 'picture')
      return body.blocks ? { ...body, blocks: await acceptBlocks(context, body.blocks as Block[], 'blocks') } : body
    },
  }),

  async published(context) {
    context.tag('practices')
    const { blocks: _, ...columns } = getTableColumns(practices)
    const rows = await context.database
      .select(columns)
      .from(practices)
      .where(eq(practices.visible, true))
      .orderBy(asc(practices.position), asc(practices.id))
    const pictures = await findFiles(
      context,
      rows.map((row) => row.picture),
    )
    return {
      practices: rows.map((row) => ({ ...inLanguage(row, context), picture: pictureOf(pictures, row.picture) })),
    }
  },

  async page(context, { params }) {
    context.tag('practices')
    const [row] = await context.database
      .select()
      .from(practices)
      .where(and(eq(practices.key, params.key), practices.visible))
    if (!row) throw new AppError('not_found')
    const found = await findFiles(context, fileIds(row))
    return {
      practice: {
        ...inLanguage(row, context),
        picture: pictureOf(found, row.picture),
        blocks: publishBlocks(row.blocks, context.locale, found),
      },
    }
  },
}
