import { and, arrayContains, asc, desc, eq } from 'drizzle-orm'
import { type Locale, type Localized, locales } from '#kit/contract.ts'
import { AppError } from '#kit/errors.ts'
import { findFiles, pictureOf, presentPicture, requirePicture } from '#kit/files/media-library.ts'
import { replacePicture } from '#kit/files/replace-picture.ts'
import { chooseLocale, textIn } from '#kit/i18n.ts'
import type { Handlers } from '#kit/server/context.ts'
import { localize } from '#kit/server/records/localize.ts'
import { toRecord } from '#kit/server/records/records.ts'
import { textsWithin, translationsOf } from '#kit/server/records/search-conditions.ts'
import { tableHandlers } from '#kit/server/records/table-handlers.ts'
import { cleanHtml, cleanInline, cleanLocalized } from '#kit/text/html.ts'
import { lawyers as contract } from '../contract.ts'
import { summarizeCareer } from '../rules.ts'
import { lawyers } from '../table.ts'

type Info = (typeof lawyers.$inferSelect)['info']

/** Languages of the profile. */
const listLanguages = (info: Info | undefined): Locale[] =>
  locales.filter((locale) => (info?.[locale] ?? []).length > 0)

const crudHandlers = tableHandlers(contract, lawyers, {
  words: [translationsOf(lawyers.title), lawyers.titleEn, lawyers.key, textsWithin(lawyers.info)],
  filters: { practice: (key) => arrayContains(lawyers.practices, [key]) },
  title: (row) => row.title.ko ?? row.key,
  present: presentPicture,
  lineColumns: ['info'],
  async presentLines(rows, context) {
    const records = await presentPicture(
      rows.map(({ info: _, ...row }) => row),
      context,
    )
    return records.map((record, index) => ({ ...record, languages: listLanguages(rows[index]?.info) }))
  },
  async accept(body, context) {
    await requirePicture(context, body.picture, 'picture')
    return {
      ...body,
      ...(body.comment ? { comment: cleanLocalized(body.comment, cleanInline) } : {}),
      ...(body.greeting ? { greeting: cleanLocalized(body.greeting, cleanHtml) } : {}),
    }
  },
})

/** Group titles per language, so that a missing translation of the profile counts like that of any other text. */
const findTitles = (info: Info): Localized =>
  Object.fromEntries(Object.entries(info).map(([locale, groups]) => [locale, groups.map(({ title }) => title).join()]))

export const lawyerHandlers: Handlers<typeof contract> = {
  ...crudHandlers,

  setImage: (context, input) => replacePicture(context, input, contract.setImage, lawyers, 'picture', crudHandlers.get),

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
          career: summarizeCareer(row.info[texts.lang] ?? row.info.ko),
          picture: pictureOf(pictures, row.picture),
        }
      }),
    }
  },

  async profile(context, { params }) {
    context.tag('lawyers')
    const [row] = await context.database
      .select()
      .from(lawyers)
      .where(and(eq(lawyers.key, params.key), eq(lawyers.visible, true)))
    if (!row) throw new AppError('not_found')
    const pictures = await findFiles(context, [row.picture])
    const lang = chooseLocale(context.locale, [row.title, row.comment, row.greeting, findTitles(row.info)])
    return {
      lawyer: {
        ...toRecord(row),
        title: textIn(lang, row.title),
        comment: textIn(lang, row.comment),
        greeting: textIn(lang, row.greeting),
        info: row.info[lang] ?? row.info.ko,
        picture: pictureOf(pictures, row.picture),
        lang,
      },
    }
  },
}
