import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import { findFiles, pictureOf } from '#kit/files/media-library.ts'
import type { Handlers } from '#kit/server/context.ts'
import type { sheets as contract } from '../contract-sheet.ts'
import { addLots } from './add-lots.ts'
import { readSheet } from './read-sheet.ts'

export const sheetHandlers: Handlers<typeof contract> = {
  async checkSheet(context, { params, files }) {
    const { works, faults } = await readSheet(context, params.id, files[0])
    const found = await findFiles(
      context,
      works.flatMap(({ input }) => input.pictures),
    )
    return {
      sheet: {
        works: works.map(({ row, input, author }) => ({
          row,
          title: input.title.ko,
          author,
          startPrice: input.startPrice,
          pictures: input.pictures.flatMap((picture) => pictureOf(found, picture) ?? []),
        })),
        faults,
      },
    }
  },

  async importSheet(context, { params, files }) {
    const { auction, works, faults } = await readSheet(context, params.id, files[0])
    if (faults.length > 0) throw new AppError('invalid', { fields: { file: 'work_sheet_rows' } })
    await context.transaction(async (within) => {
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
