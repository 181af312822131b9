import { writeAudit } from '#kit/audit/write-audit.ts'
import { findFiles, pictureOf } from '#kit/files/media-library.ts'
import type { Handlers } from '#kit/server/context.ts'
import { presentChecked, refuseFaulty } from '#kit/spreadsheet/read-import.ts'
import type { sheets as contract } from '../contract-sheet.ts'
import { addLots } from './add-lots.ts'
import { readSheet } from './read-sheet.ts'
import { recordImport } from './record-import.ts'

export const sheetHandlers: Handlers<typeof contract> = {
  async checkSheet(context, { params, files, query }) {
    const { table, works, faults } = await readSheet(context, params.id, files[0], query)
    const found = await findFiles(
      context,
      works.flatMap(({ input }) => input.pictures),
    )
    return {
      sheet: {
        ...presentChecked(table, faults),
        works: works.map(({ row, input, author }) => ({
          row,
          title: input.title.ko,
          author,
          startPrice: input.startPrice,
          pictures: input.pictures.flatMap((picture) => pictureOf(found, picture) ?? []),
        })),
      },
    }
  },

  async importSheet(context, { params, files, query: { again, ...choice } }) {
    const { auction, table, works, faults } = await readSheet(context, params.id, files[0], choice)
    refuseFaulty(table, faults)
    await context.transaction(async (within) => {
      await recordImport(
        within,
        params.id,
        works.map(({ input }) => input),
        again === true,
      )
      const added = await addLots(
        within,
        params.id,
        works.map(({ input }) => input),
      )
      await writeAudit(within, {
        action: 'import',
        entity: 'works',
        summary: auction.title.ko,
        after: { works: works.length, firstLot: added[0]?.lot },
      })
    })
    return { imported: works.length }
  },
}
