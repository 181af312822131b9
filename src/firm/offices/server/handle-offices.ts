import { and, asc, eq, or, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { findFiles, pictureOf, presentPicture, requirePicture } from '#kit/files/media-library.ts'
import type { FileRow } from '#kit/files/table.ts'
import { chooseLocale, textIn } from '#kit/i18n.ts'
import { formatPhone } from '#kit/phone/parse-phone.ts'
import { containsPhone } from '#kit/phone/search-phone.ts'
import type { Handlers } from '#kit/server/context.ts'
import { localize } from '#kit/server/records/localize.ts'
import { toRecord } from '#kit/server/records/records.ts'
import { containsWords, translationsOf } from '#kit/server/records/search-conditions.ts'
import { tableHandlers } from '#kit/server/records/table-handlers.ts'
import { offices as contract } from '../contract.ts'
import { offices } from '../table.ts'

/** Returns the existing photographs in order. */
const presentPhotos = (files: Map<string, FileRow>, ids: readonly string[]) =>
  ids.flatMap((id) => pictureOf(files, id) ?? [])

const formatNumbers = ({ phone, fax }: { phone: string; fax: string | null }) => ({
  phone: formatPhone(phone),
  fax: fax && formatPhone(fax),
})

export const officeHandlers: Handlers<typeof contract> = {
  ...tableHandlers(contract, offices, {
    words: (words) =>
      sql`(${or(containsWords([translationsOf(offices.title), translationsOf(offices.address)], words), containsPhone(offices.phone, words))})`,
    title: (row) => row.title.ko ?? row.key,
    async present(rows, context) {
      const found = await findFiles(
        context,
        rows.flatMap((row) => [row.picture, ...row.photos]),
      )
      return rows.map((row) => ({
        ...toRecord(row),
        ...formatNumbers(row),
        picture: pictureOf(found, row.picture),
        photos: presentPhotos(found, row.photos),
      }))
    },
    presentLines: (rows, context) =>
      presentPicture(
        rows.map((row) => ({ ...row, ...formatNumbers(row) })),
        context,
      ),
    async accept(body, context, current) {
      await requirePicture(context, body.picture, 'picture')
      for (const [index, id] of (body.photos ?? []).entries()) await requirePicture(context, id, `photos.${index}`)
      const storeys = body.storeys ?? current?.storeys ?? 0
      const ownStorey = body.ownStorey ?? current?.ownStorey ?? 0
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
        ...formatNumbers(row),
        ...localize(context.locale, { title: row.title, address: row.address, floor: row.floor, hours: row.hours }),
        picture: pictureOf(pictures, row.picture),
      })),
    }
  },

  async place(context, { params }) {
    context.tag('offices')
    const [row] = await context.database
      .select()
      .from(offices)
      .where(and(eq(offices.key, params.key), eq(offices.visible, true)))
    if (!row) throw new AppError('not_found')
    const found = await findFiles(context, [row.picture, ...row.photos])
    const { title, address, floor, hours, transit, parking } = row
    const texts = { title, address, floor, hours, transit, parking }
    // Map labels count as texts of the record: if one translation is missing, the whole record is Korean.
    const lang = chooseLocale(context.locale, [...Object.values(texts), ...row.map.map(({ name }) => name)])
    return {
      office: {
        ...toRecord(row),
        ...formatNumbers(row),
        ...localize(lang, texts),
        map: row.map.map((part) => ({ ...part, name: textIn(lang, part.name) })),
        lang,
        picture: pictureOf(found, row.picture),
        photos: presentPhotos(found, row.photos),
      },
    }
  },
}
