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

/**
 * Sets the picture of one slot, or removes it with null. One statement changes the slot, so that concurrent changes of
 * other slots are kept. Throws `not_found` without the banner, or if there is no picture to remove.
 */
const changeSlot = (
  context: Context,
  input: Parameters<typeof crudHandlers.get>[1],
  { picture, ...slot }: (typeof pictureSlots)[number] & { picture: string | null },
) =>
  context.transaction(async (within) => {
    const others = sql`(SELECT coalesce(jsonb_agg(one), '[]'::jsonb) FROM jsonb_array_elements(${banners.pictures}) AS one
      WHERE one ->> 'device' <> ${slot.device} OR one ->> 'locale' <> ${slot.locale})`
    const [row] = await changeRows(within, banners, {
      pictures: picture === null ? others : sql`${others} || ${JSON.stringify([{ ...slot, picture }])}::jsonb`,
    })
      .where(
        and(
          eq(banners.id, input.params.id),
          picture === null ? sql`${banners.pictures} @> ${JSON.stringify([slot])}::jsonb` : undefined,
        ),
      )
      .returning()
    if (!row) throw new AppError('not_found')
    await writeAudit(within, {
      action: 'update',
      entity: 'banners',
      entityId: row.id,
      summary: row.title.ko ?? row.code,
      after: { ...slot, picture },
    })
    return crudHandlers.get(within, input)
  })

export const bannerHandlers: Handlers<typeof contract> = {
  ...crudHandlers,

  async setImage(context, input) {
    const { params, files } = input
    const slot = pictureSlots[params.index]
    const [file] = files
    if (!file || !slot) throw new AppError('invalid', { fields: { image: 'required' } })
    // Check that the banner exists before storing an upload.
    await findBanner(context, params.id)
    const { id: picture } = await storeUpload(context, contract.setImage.upload, file)
    return changeSlot(context, input, { ...slot, picture })
  },

  removeImage: (context, input) => {
    const slot = pictureSlots[input.params.index]
    if (!slot) throw new AppError('not_found')
    return changeSlot(context, input, { ...slot, picture: null })
  },

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
