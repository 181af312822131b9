import { and, asc, eq, sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import { findFiles, pictureOf, requirePicture, storeUpload } from '#kit/files/media-library.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { localize } from '#kit/server/records/localize.ts'
import { expireAtNextChange, isRunning, requirePeriod } from '#kit/server/records/period-conditions.ts'
import { changeRows, toRecord } from '#kit/server/records/records.ts'
import { translationsOf } from '#kit/server/records/search-conditions.ts'
import { tableHandlers } from '#kit/server/records/table-handlers.ts'
import { banners as contract, pictureSlots } from '../contract.ts'
import { banners } from '../table.ts'

type PictureSlots = (typeof banners.$inferSelect)['pictures']

const presentBanners = async (rows: readonly (typeof banners.$inferSelect)[], context: Context) => {
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
}

const findBanner = async (context: Context, id: string) => {
  const [row] = await context.database.select({ id: banners.id }).from(banners).where(eq(banners.id, id))
  if (!row) throw new AppError('not_found')
  return row
}

const crudHandlers = tableHandlers(contract, banners, {
  words: [translationsOf(banners.title), banners.code],
  title: (row) => row.title.ko ?? row.code,
  present: presentBanners,
  async accept(body, context, current) {
    requirePeriod(body, current)
    for (const [index, slot] of (body.pictures ?? []).entries())
      await requirePicture(context, slot.picture, `pictures.${index}.picture`)
    return body
  },
})

export const bannerHandlers: Handlers<typeof contract> = {
  ...crudHandlers,

  async setImage(context, { params, files }) {
    const place = pictureSlots[params.index]
    const [file] = files
    if (!file || !place) throw new AppError('invalid', { fields: { image: 'required' } })
    // Check that the banner exists before storing an upload.
    await findBanner(context, params.id)
    const { id: picture } = await storeUpload(context, contract.setImage.upload, file)
    const set = JSON.stringify([{ ...place, picture }])
    return context.transaction(async (within) => {
      const [row] = await changeRows(within, banners, {
        // Replace one slot within the statement, so that two concurrent uploads keep each other's picture.
        pictures: sql`(SELECT coalesce(jsonb_agg(one), '[]'::jsonb) FROM jsonb_array_elements(${banners.pictures}) AS one
          WHERE one ->> 'device' <> ${place.device} OR one ->> 'locale' <> ${place.locale}) || ${set}::jsonb`,
      })
        .where(eq(banners.id, params.id))
        .returning()
      if (!row) throw new AppError('not_found')
      const summary = row.title.ko ?? row.code
      await writeAudit(within, {
        action: 'update',
        entity: 'banners',
        entityId: row.id,
        summary,
        after: { ...place, picture },
      })
      return crudHandlers.get(within, { params: { id: row.id } } as never)
    })
  },

  removeImage: (context, { params }) =>
    context.transaction(async (within) => {
      const place = pictureSlots[params.index]
      if (!place) throw new AppError('not_found')
      const slot = JSON.stringify([place])
      const [row] = await changeRows(within, banners, {
        // Remove one slot within the statement, so that a concurrent upload into another one is kept.
        pictures: sql`(SELECT coalesce(jsonb_agg(one), '[]'::jsonb) FROM jsonb_array_elements(${banners.pictures}) AS one
          WHERE one ->> 'device' <> ${place.device} OR one ->> 'locale' <> ${place.locale})`,
      })
        .where(and(eq(banners.id, params.id), sql`${banners.pictures} @> ${slot}::jsonb`))
        .returning()
      if (!row) throw new AppError('not_found')
      await writeAudit(within, {
        action: 'update',
        entity: 'banners',
        entityId: row.id,
        summary: row.title.ko ?? row.code,
        after: { ...place, picture: null },
      })
      return crudHandlers.get(within, { params: { id: row.id } } as never)
    }),

  async byCode(context, { params }) {
    context.tag(`banner:${params.code}`)
    const ofCode = and(eq(banners.code, params.code), banners.visible)
    await expireAtNextChange(context, banners, ofCode)
    const rows = await context.database
      .select()
      .from(banners)
      .where(and(ofCode, isRunning(banners, context.now())))
      .orderBy(asc(banners.position), asc(banners.id))
    const found = await findFiles(
      context,
      rows.flatMap((row) => row.pictures.map((slot) => slot.picture)),
    )
    const findPicture = (slots: PictureSlots, device: 'desktop' | 'mobile') => {
      const slotsOfDevice = slots.filter((one) => one.device === device)
      const chosen =
        slotsOfDevice.find((one) => one.locale === context.locale) ?? slotsOfDevice.find((one) => one.locale === 'ko')
      return pictureOf(found, chosen?.picture)
    }
    return {
      banners: rows.map((row) => ({
        ...toRecord(row),
        ...localize(context.locale, { title: row.title }),
        desktop: findPicture(row.pictures, 'desktop'),
        mobile: findPicture(row.pictures, 'mobile'),
      })),
    }
  },
}
