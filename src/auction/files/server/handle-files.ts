import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm'
import { auctionsTable } from '#auction/auctions/table.ts'
import { AppError } from '#kit/errors.ts'
import { findFiles, requireFile, toStoredFile } from '#kit/files/media-library.ts'
import type { Handlers } from '#kit/server/context.ts'
import { localize } from '#kit/server/records/localize.ts'
import { toRecord } from '#kit/server/records/records.ts'
import { translationsOf } from '#kit/server/records/search-conditions.ts'
import { tableHandlers } from '#kit/server/records/table-handlers.ts'
import { files as contract } from '../contract.ts'
import { auctionFiles } from '../table.ts'

export const fileHandlers: Handlers<typeof contract> = {
  ...tableHandlers(contract, auctionFiles, {
    words: [translationsOf(auctionFiles.title)],
    title: (row) => row.title.ko,
    async accept(body, context) {
      if (body.file) await requireFile(context, body.file, 'file')
      return body
    },
    async present(rows, context) {
      const found = await findFiles(
        context,
        rows.map(({ file }) => file),
      )
      return rows.map((row) => {
        const file = found.get(row.file)
        if (!file) throw new AppError('not_found')
        return { ...toRecord(row), file: toStoredFile(file) }
      })
    },
  }),

  async published(context, { query }) {
    context.tag('auction')
    const rows = await context.database
      .select()
      .from(auctionFiles)
      .where(
        and(
          eq(auctionFiles.visible, true),
          // Hide the catalogue of an auction that is not visible yet.
          or(
            isNull(auctionFiles.program),
            inArray(
              auctionFiles.program,
              context.database
                .select({ id: auctionsTable.id })
                .from(auctionsTable)
                .where(eq(auctionsTable.visible, true)),
            ),
          ),
          query.program ? eq(auctionFiles.program, query.program) : undefined,
          or(isNull(auctionFiles.locale), eq(auctionFiles.locale, context.locale)),
        ),
      )
      .orderBy(asc(auctionFiles.position), asc(auctionFiles.id))
      .limit(200)
    const found = await findFiles(
      context,
      rows.map(({ file }) => file),
    )
    return {
      files: rows.flatMap((row) => {
        const file = found.get(row.file)
        if (!file) return []
        context.tag(`file:${row.file}`)
        return [
          {
            _id: row.id,
            program: row.program,
            ...localize(context.locale, { title: row.title }),
            file: toStoredFile(file),
          },
        ]
      }),
    }
  },
}
