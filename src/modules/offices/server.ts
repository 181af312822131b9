import { asc, eq } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { findFiles, pictureOf, presentPicture, requirePicture } from '#kit/files/library.ts'
import type { Handlers } from '#kit/server/context.ts'
import { localize } from '#kit/server/localize.ts'
import { tableHandlers, toRecord } from '#kit/server/table-handlers.ts'
import { translationsOf } from '#kit/server/words.ts'
import { offices as contract, type Office } from './contract.ts'
import { offices } from './table.ts'

export const officeHandlers: Handlers<typeof contract> = {
  ...tableHandlers(contract, offices, {
    words: [translationsOf(offices.title), translationsOf(offices.address), offices.phone],
    title: (row) => row.title.ko ?? row.key,
    present: presentPicture,
    async accept(body, context, current) {
      await requirePicture(context, body.picture as string | null, 'picture')
      const { storeys, ownStorey } = { ...current, ...(body as Pick<Office, 'storeys' | 'ownStorey'>) }
      if (ownStorey > storeys) throw new AppError('invalid', { fields: { ownStorey: 'storey' } })
      return body
    },
  }),

  async published(context) {
    context.tag('offices')
    const rows = await context.database
      .select()
      .from(offices)
      .where(eq(offices.visible, true))
      .orderBy(asc(offices.position), asc(offices.id))
    const pictures = await findFiles(
      context,
      rows.map((row) => row.picture),
    )
    return {
      offices: rows.map((row) => ({
        ...toRecord(row),
        ...localize(context.locale, { title: row.title, address: row.address, floor: row.floor, hours: row.hours }),
        picture: pictureOf(pictures, row.picture),
      })),
    }
  },
}
