import { and, asc, eq } from 'drizzle-orm'
import { localizeBlocks } from '#content/blocks/server/localize-blocks.ts'
import { findBlockPictures, listBlockPictureIds, validateBlocks } from '#content/blocks/server/validate-blocks.ts'
import { draftHandlers, draftMarks } from '#kit/drafts/handlers.ts'
import { asPreviewed } from '#kit/drafts/preview.ts'
import { AppError } from '#kit/errors.ts'
import { filesOf, findFiles, pictureOf, requireFile, requirePicture } from '#kit/files/media-library.ts'
import { chooseLocale, textIn } from '#kit/i18n.ts'
import type { Handlers } from '#kit/server/context.ts'
import { toRecord } from '#kit/server/records/records.ts'
import { textsWithin, translationsOf } from '#kit/server/records/search-conditions.ts'
import { type TableOptions, tableHandlers } from '#kit/server/records/table-handlers.ts'
import { cleanInline, cleanLocalized } from '#kit/text/html.ts'
import { pages as contract } from '../contract.ts'
import { sections } from '../table.ts'

type Row = typeof sections.$inferSelect

const listFileIds = (rows: Row[]) =>
  rows.flatMap((row) => [
    row.picture,
    ...row.videos,
    ...row.items.map((item) => item.picture),
    ...listBlockPictureIds(row.blocks),
  ])

/** Throws `invalid` for blocks on the home page, which has its own sections (constraint `sections_blocks`). */
const requirePlace = (body: Partial<Row>, current: Row | null) => {
  if ((body.kind ?? current?.kind) === 'blocks' && (body.page ?? current?.page) === 'home')
    throw new AppError('invalid', { fields: { page: 'elsewhere' } })
}

const options: TableOptions<typeof sections, typeof contract, 'items'> = {
  words: [translationsOf(sections.title), textsWithin(sections.items), textsWithin(sections.blocks)],
  filters: { of: (page) => eq(sections.page, page) },
  title: (row) => row.title.ko ?? row.kind,
  async present(rows, context) {
    const found = await findFiles(context, listFileIds(rows))
    const drafts = await draftMarks(context, contract.list.path, rows)
    return rows.map((row) => ({
      ...toRecord(row),
      picture: pictureOf(found, row.picture),
      videos: filesOf(found, row.videos),
      items: row.items.map((item) => ({ ...item, picture: pictureOf(found, item.picture) })),
      pictures: findBlockPictures(row.blocks, found),
      draft: drafts.get(row.id) ?? null,
    }))
  },
  lineColumns: ['items'],
  async presentLines(rows, context) {
    const drafts = await draftMarks(context, contract.list.path, rows)
    return rows.map(({ items, ...row }) => ({
      ...toRecord(row),
      itemCount: items.length,
      draft: drafts.get(row.id) ?? null,
    }))
  },
  async accept(body, context, current) {
    requirePlace(body, current)
    await requirePicture(context, body.picture, 'picture')
    for (const [index, id] of (body.videos ?? []).entries()) await requireFile(context, id, `videos.${index}`, 'video')
    const blocks = body.blocks ? await validateBlocks(context, body.blocks, 'blocks') : undefined
    const accepted = { ...body, ...(blocks && { blocks }) }
    const items = body.items
    if (!items) return accepted
    for (const [index, item] of items.entries()) await requirePicture(context, item.picture, `items.${index}.picture`)
    return { ...accepted, items: items.map((item) => ({ ...item, text: cleanLocalized(item.text, cleanInline) })) }
  },
}

export const pageHandlers: Handlers<typeof contract> = {
  ...tableHandlers(contract, sections, options),
  ...draftHandlers(contract, sections, options),

  async published(context, { params }) {
    context.tag(`page:${params.page}`)
    const stored = await context.database
      .select()
      .from(sections)
      .where(and(eq(sections.page, params.page), sections.visible))
      .orderBy(asc(sections.position), asc(sections.id))
    const rows = asPreviewed(context, contract.list.path, sections, stored).filter(({ page }) => page === params.page)
    const found = await findFiles(context, listFileIds(rows))
    return {
      sections: rows.map((row) => {
        const lang = chooseLocale(context.locale, [
          row.title,
          row.lead,
          ...row.items.flatMap((item) => [item.title, item.text]),
        ])
        return {
          _id: row.id,
          kind: row.kind,
          lang,
          title: textIn(lang, row.title),
          lead: textIn(lang, row.lead),
          items: row.items.map((item) => ({
            title: textIn(lang, item.title),
            text: textIn(lang, item.text),
            link: item.link,
            picture: pictureOf(found, item.picture),
          })),
          picture: pictureOf(found, row.picture),
          videos: filesOf(found, row.videos),
          blocks: localizeBlocks(row.blocks, context.locale, found),
        }
      }),
    }
  },
}
