import { z } from 'zod'
import {
  crud,
  Id,
  Instant,
  Link,
  Locale,
  localized,
  localizedOptional,
  Picture,
  recordFields,
  route,
} from '#kit/contract.ts'

/** Skins: `basic` floats at its position, `bar` is at the foot, `modal` is in the middle. */
export const PopupSkin = z.enum(['basic', 'bar', 'modal'])

const fields = {
  skin: PopupSkin.default('basic'),
  startAt: Instant.nullable().default(null),
  endAt: Instant.nullable().default(null),
  /** Paths without language prefix on which it is shown; empty: on every page. */
  paths: z
    .array(z.string().regex(/^\/[\w\-/]*$/))
    .max(20)
    .default(['/']),
  /** Languages in which it is shown; empty: in all. */
  locales: z.array(Locale).max(3).default([]),
  device: z.enum(['all', 'desktop', 'mobile']).default('all'),
  audience: z.enum(['all', 'guest', 'member']).default('all'),
  /** Order among those shown at once, ascending. */
  position: z.number().int().min(0).max(1000).default(0),
  /** Its corner (basic only). */
  corner: z.enum(['left', 'right']).default('left'),
  /** Width in px (basic only). */
  width: z.number().int().min(280).max(640).default(400),
  link: Link.nullable().default(null),
  /** Shown on arrival, over the first screen; otherwise once a visitor has scrolled past it. */
  atOnce: z.boolean().default(false),
  visible: z.boolean().default(true),
}

export const PopupInput = z.strictObject({
  title: localized(80),
  body: localizedOptional(4000).default({}),
  linkLabel: localizedOptional(40).default({}),
  picture: Id.nullable().default(null),
  ...fields,
})

export const Popup = z
  .object({ ...recordFields, ...PopupInput.shape, picture: Picture.nullable() })
  .meta({ id: 'Popup' })
export type Popup = z.infer<typeof Popup>

/** A popup as a visitor gets it: one language. Which of them to show (path, device, log-in, hidden today) the browser decides. */
export const PublicPopup = z
  .object({
    ...recordFields,
    title: z.string(),
    /** Sanitised HTML. */
    body: z.string(),
    linkLabel: z.string(),
    lang: Locale,
    skin: PopupSkin,
    picture: Picture.nullable(),
    link: z.string().nullable(),
    paths: z.array(z.string()),
    device: fields.device.unwrap(),
    audience: fields.audience.unwrap(),
    position: z.number().int(),
    corner: fields.corner.unwrap(),
    width: z.number().int(),
    atOnce: z.boolean(),
    endAt: Instant.nullable(),
  })
  .meta({ id: 'PublicPopup' })
export type PublicPopup = z.infer<typeof PublicPopup>

export const popups = {
  ...crud('/api/console/popups', { one: 'popup', many: 'popups' }, Popup, PopupInput, {
    access: 'console:popups',
    sort: ['createdAt', 'updatedAt', 'startAt', 'endAt', 'position'],
    filters: { state: z.enum(['running', 'coming', 'ended', 'hidden']).optional() },
  }),
  visible: route({
    method: 'GET',
    path: '/api/v1/popups',
    access: 'public',
    summary: 'The popups running now.',
    answer: z.object({ popups: z.array(PublicPopup) }),
    cached: true,
  }),
}
