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

/** Layouts: `basic` floats in a corner, `bar` is at the bottom, `modal` is centered. */
export const PopupSkin = z.enum(['basic', 'bar', 'modal'])

const fields = {
  skin: PopupSkin.default('basic'),
  startAt: Instant.nullable().default(null),
  endAt: Instant.nullable().default(null),
  /** Paths without locale prefix that show it; empty: every page. */
  paths: z
    .array(z.string().regex(/^\/[\w\-/]*$/))
    .max(20)
    .default(['/']),
  /** Languages that show it; empty: all. */
  locales: z.array(Locale).max(3).default([]),
  device: z.enum(['all', 'desktop', 'mobile']).default('all'),
  audience: z.enum(['all', 'guest', 'member']).default('all'),
  /** Sort order among popups that run at the same time, ascending. */
  position: z.number().int().min(0).max(1000).default(0),
  /** Corner of the viewport (`basic` only). */
  corner: z.enum(['left', 'right']).default('left'),
  /** Width in px (`basic` only). */
  width: z.number().int().min(280).max(640).default(400),
  link: Link.nullable().default(null),
  /** Shown on arrival over the first screen; otherwise after the visitor has scrolled past it. */
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

/**
 * Popup for visitors in one language. The browser decides whether to show it (path, device, log-in, hidden for today).
 */
export const PublicPopup = z
  .object({
    ...recordFields,
    title: z.string(),
    /** Sanitized HTML. */
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
    summary: 'List the popups that are running.',
    answer: z.object({ popups: z.array(PublicPopup) }),
    cached: true,
  }),
}
