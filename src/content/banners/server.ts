import { and, asc, eq } from 'drizzle-orm'
import { findFiles, pictureOf, requirePicture } from '#kit/files/library.ts'
import type { Handlers } from '#kit/server/context.ts'
import { localize } from '#kit/server/localize.ts'
import { isRunning, requirePeriod, showUntilNextChange } from '#kit/server/period.ts'
import { toRecord } from '#kit/server/records.ts'
import { tableHandlers } from '#kit/server/table-handlers.ts'
import { translationsOf } from '#kit/server/words.ts'
import { banners as contract } from './contract.ts'
import { banners } from './table.ts'

type Slots = (typeof banners.$inferSelect)['pictures']

export const bannerHandlers: Handlers<typeof contract> = {
  ...tableHandlers(contract, banners, {
    words: [translationsOf(banners.title), banners.code],
    title: (row) => row.title.ko ?? row.code,
    async present(rows, context) {
      const found = await findFiles(
        context,
        rows.flatMap((row) => row.pictures.map((slot) => slot.picture)),
      )
      return rows.map((row) => ({
        ...toRecord(row),
        pictures: row.pictures.flatMap((slot) => {
          const picture = pictureOf(found, slot.picture)
          return picture ? [{ ...slot, picture }] : []
        }),
      }))
    },
    async accept(body, context, current) {
      requirePeriod(body, current)
      for (const [index, slot] of (body.pictures ?? []).entries())
        await requirePicture(context, slot.picture, `pictures.${index}.picture`)
      return body
    },
  }),

  async byCode(context, { params }) {
    context.tag(`banner:${params.code}`)
    const ofCode = and(eq(banners.code, params.code), banners.visible)
    await showUntilNextChange(context, banners, ofCode)
    const rows = await context.database
      .select()
      .from(banners)
      .where(and(ofCode, isRunning(banners, context.now())))
      .orderBy(asc(banners.position), asc(banners.id))
    const found = await findFiles(
      context,
      rows.flatMap((row) => row.pictures.map((slot) => slot.picture)),
    )
    const slot = (slots: Slots, device: 'desktop' | 'mobile') => {
      const fitting = slots.filter((one) => one.device === device)
      const chosen = fitting.find((one) => one.locale === context.locale) ?? fitting.find((one) => one.locale === 'ko')
      return pictureOf(found, chosen?.picture)
    }
    return {
      banners: rows.map((row) => ({
        ...toRecord(row),
        ...localize(context.locale, { title: row.title }),
        desktop: slot(row.pictures, 'desktop'),
        mobile: slot(row.pictures, 'mobile'),
      })),
    }
  },
}
