import { and, arrayContains, asc, desc, eq } from 'drizzle-orm'
import type { Localized } from '#kit/contract.ts'
import { findFiles, pictureOf, presentPicture, requirePicture } from '#kit/files/library.ts'
import { replacePicture } from '#kit/files/replace-picture.ts'
import { cleanInline, cleanLocalized } from '#kit/html.ts'
import type { Handlers } from '#kit/server/context.ts'
import { localize } from '#kit/server/localize.ts'
import { tableHandlers, toRecord } from '#kit/server/table-handlers.ts'
import { textsWithin, translationsOf } from '#kit/server/words.ts'
import { lawyers as contract } from './contract.ts'
import { careerOf } from './rules.ts'
import { lawyers } from './table.ts'

const plain = tableHandlers(contract, lawyers, {
  words: [translationsOf(lawyers.title), lawyers.titleEn, lawyers.key, textsWithin(lawyers.info)],
  filters: { practice: (key: string) => arrayContains(lawyers.practices, [key]) },
  title: (row) => row.title.ko ?? row.key,
  present: presentPicture,
  async accept(body, context) {
    await requirePicture(context, body.picture as string | null, 'picture')
    return body.comment ? { ...body, comment: cleanLocalized(body.comment as Localized, cleanInline) } : body
  },
})

export const lawyerHandlers: Handlers<typeof contract> = {
  ...plain,

  setImage: (context, input) => replacePicture(context, input, contract.setImage, lawyers, 'picture', plain.get),

  async published(context, { query }) {
    context.tag('lawyers')
    const rows = await context.database
      .select()
      .from(lawyers)
      .where(
        and(
          eq(lawyers.visible, true),
          query.practice ? arrayContains(lawyers.practices, [query.practice]) : undefined,
          query.office ? eq(lawyers.office, query.office) : undefined,
        ),
      )
      .orderBy(desc(lawyers.representative), asc(lawyers.position), asc(lawyers.id))
    const pictures = await findFiles(
      context,
      rows.map((row) => row.picture),
    )
    return {
      lawyers: rows.map((row) => {
        const texts = localize(context.locale, { title: row.title, comment: row.comment })
        return {
          ...toRecord(row),
          ...texts,
          career: careerOf(row.info[texts.lang] ?? row.info.ko),
          picture: pictureOf(pictures, row.picture),
        }
      }),
    }
  },
}
