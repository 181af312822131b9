import { and, asc, eq, getTableColumns } from 'drizzle-orm'
import type { Block } from '#content/blocks/contract.ts'
import { localizeBlocks } from '#content/blocks/server/localize-blocks.ts'
import { findBlockPictures, listBlockPictureIds, validateBlocks } from '#content/blocks/server/validate-blocks.ts'
import type { DraftMark } from '#kit/drafts/contract.ts'
import { draftHandlers, draftMarks } from '#kit/drafts/handlers.ts'
import { asPreviewed } from '#kit/drafts/preview.ts'
import { AppError } from '#kit/errors.ts'
import { findFiles, pictureOf, requirePicture } from '#kit/files/media-library.ts'
import type { FileRow } from '#kit/files/table.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { localize } from '#kit/server/records/localize.ts'
import { toRecord } from '#kit/server/records/records.ts'
import { textsWithin, translationsOf } from '#kit/server/records/search-conditions.ts'
import { type TableOptions, tableHandlers } from '#kit/server/records/table-handlers.ts'
import { practices as contract } from '../contract.ts'
import { practices } from '../table.ts'

type Row = typeof practices.$inferSelect

/** Presents a row in one language, without blocks. */
const localizeRow = ({ blocks: _, ...row }: Omit<Row, 'blocks'> & { blocks?: Block[] }, context: Context) => ({
  ...toRecord(row),
  ...localize(context.locale, { title: row.title, summary: row.summary }),
})

const listFileIds = (row: Row) => [row.picture, ...listBlockPictureIds(row.blocks)]

const presentPractice = (row: Row, files: Map<string, FileRow>, drafts: Map<string, DraftMark>) => ({
  ...toRecord(row),
  picture: pictureOf(files, row.picture),
  pictures: findBlockPictures(row.blocks, files),
  draft: drafts.get(row.id) ?? null,
})

const options: TableOptions<typeof practices, typeof contract> = {
  words: [translationsOf(practices.title), practices.key, textsWithin(practices.blocks)],
  title: (row) => row.title.ko ?? row.key,
  async present(rows, context) {
    const found = await findFiles(context, rows.flatMap(listFileIds))
    const drafts = await draftMarks(context, contract.list.path, rows)
    return rows.map((row) => presentPractice(row, found, drafts))
  },
  async presentLines(rows, context) {
    const found = await findFiles(
      context,
      rows.map((row) => row.picture),
    )
    const drafts = await draftMarks(context, contract.list.path, rows)
    return rows.map((row) => ({
      ...toRecord(row),
      picture: pictureOf(found, row.picture),
      draft: drafts.get(row.id) ?? null,
    }))
  },
  async accept(body, context) {
    await requirePicture(context, body.picture, 'picture')
    return body.blocks ? { ...body, blocks: await validateBlocks(context, body.blocks, 'blocks') } : body
  },
}

export const practiceHandlers: Handlers<typeof contract> = {
  ...tableHandlers(contract, practices, options),
  ...draftHandlers(contract, practices, options),

  async published(context) {
    context.tag('practices')
    const { blocks: _, ...columns } = getTableColumns(practices)
    const stored = await context.database
      .select(columns)
      .from(practices)
      .where(eq(practices.visible, true))
      .orderBy(asc(practices.position), asc(practices.id))
    const rows = asPreviewed(context, contract.list.path, practices, stored)
    const pictures = await findFiles(
      context,
      rows.map((row) => row.picture),
    )
    return {
      practices: rows.map((row) => ({ ...localizeRow(row, context), picture: pictureOf(pictures, row.picture) })),
    }
  },

  async page(context, { params }) {
    context.tag('practices')
    const stored = await context.database
      .select()
      .from(practices)
      .where(and(eq(practices.key, params.key), practices.visible))
    const row = asPreviewed(context, contract.list.path, practices, stored).find(({ key }) => key === params.key)
    if (!row) throw new AppError('not_found')
    const found = await findFiles(context, listFileIds(row))
    return {
      practice: {
        ...localizeRow(row, context),
        picture: pictureOf(found, row.picture),
        blocks: localizeBlocks(row.blocks, context.locale, found),
      },
    }
  },
}
