import { z } from 'zod'
import {
  crud,
  Id,
  Instant,
  Link,
  Locale,
  localized,
  maxPictureBytes,
  Picture,
  recordFields,
  route,
} from '#kit/contract.ts'

const Slot = z.strictObject({ device: z.enum(['desktop', 'mobile']), locale: Locale, picture: Id })

export const BannerInput = z.strictObject({
  /** Placement code; pages request banners by it. */
  code: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/),
  title: localized(120),
  link: Link.nullable().default(null),
  startAt: Instant.nullable().default(null),
  endAt: Instant.nullable().default(null),
  position: z.number().int().min(0).max(1000).default(0),
  visible: z.boolean().default(true),
  /** One picture per device and language. Languages without one use the Korean pictures. */
  pictures: z.array(Slot).max(6).default([]),
})

export const Banner = z
  .object({
    ...recordFields,
    ...BannerInput.shape,
    pictures: z.array(z.object({ device: Slot.shape.device, locale: Locale, picture: Picture })),
  })
  .meta({ id: 'Banner' })
export type Banner = z.infer<typeof Banner>

export const PublicBanner = z
  .object({
    ...recordFields,
    code: z.string(),
    title: z.string(),
    lang: Locale,
    link: z.string().nullable(),
    desktop: Picture.nullable(),
    mobile: Picture.nullable(),
  })
  .meta({ id: 'PublicBanner' })

/** Picture slots in the order of their numbers in upload paths: per language the desktop slot, then the mobile slot. */
export const pictureSlots = (['ko', 'en', 'cn'] as const).flatMap((locale) =>
  (['desktop', 'mobile'] as const).map((device) => ({ device, locale })),
)

const ImageParams = z.strictObject({
  id: Id,
  index: z.coerce
    .number()
    .int()
    .min(0)
    .max(pictureSlots.length - 1),
})

export const banners = {
  ...crud('/api/console/banners', { one: 'banner', many: 'banners' }, Banner, BannerInput, {
    access: 'console:banners',
    sort: ['createdAt', 'updatedAt', 'position', 'startAt'],
    filters: { code: z.string().max(40).optional() },
  }),
  setImage: route({
    method: 'POST',
    path: '/api/console/banners/{id}/images/{index}',
    access: 'console:banners',
    summary: 'Upload a picture: index 0 and 1 are Korean (desktop, mobile), 2 and 3 English, 4 and 5 Chinese.',
    params: ImageParams,
    upload: { field: 'image', kinds: ['picture'], maxBytes: maxPictureBytes, maxFiles: 1 },
    answer: z.object({ banner: Banner }),
    status: 201,
  }),
  removeImage: route({
    method: 'DELETE',
    path: '/api/console/banners/{id}/images/{index}',
    access: 'console:banners',
    summary: 'Remove the picture of an index, numbered as for its upload. 404 if the banner has none there.',
    params: ImageParams,
    answer: z.object({ banner: Banner }),
    status: 200,
  }),
  byCode: route({
    method: 'GET',
    path: '/api/v1/banners/{code}',
    access: 'public',
    summary: 'List the running banners of a place.',
    params: z.strictObject({ code: BannerInput.shape.code }),
    answer: z.object({ banners: z.array(PublicBanner) }),
    cached: true,
  }),
}
