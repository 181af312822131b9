import { z } from 'zod'
import {
  ById,
  crud,
  Id,
  Instant,
  Locale,
  listQuery,
  localized,
  localizedOptional,
  Picture,
  page,
  recordFields,
  route,
} from '#kit/contract.ts'
import { fieldMessages } from '#kit/issues.ts'
import { Category } from '#match/participants/contract.ts'
import { m } from '#messages/messages.js'
import { mostSessions, mostThumbs, phases } from './rules.ts'

export { matchingPhases } from './rules.ts'

fieldMessages({
  fair_order: m.fairs_field_order,
  fair_overlap: m.fairs_field_overlap,
  fair_used: m.fairs_field_used,
  fair_release: m.fairs_field_release,
  fair_outside: m.fairs_field_outside,
  fair_slots: m.fairs_field_slots,
})

export const Phase = z.enum(phases)
export type Phase = z.infer<typeof Phase>

const Span = z.strictObject({ startAt: Instant, endAt: Instant }).refine(({ startAt, endAt }) => startAt < endAt, {
  error: 'fair_order',
  path: ['endAt'],
})
const Break = z
  .strictObject({ startAt: Instant, endAt: Instant, title: localizedOptional(40) })
  .refine(({ startAt, endAt }) => startAt < endAt, { error: 'fair_order', path: ['endAt'] })

export const FairInput = z.strictObject({
  title: localized(100),
  summary: localizedOptional(300).default({}),
  body: localizedOptional(20_000).default({}),
  venue: localizedOptional(200).default({}),
  phase: Phase.default('draft'),
  sellersUntil: Instant.nullable().default(null),
  buyersUntil: Instant.nullable().default(null),
  startsAt: Instant,
  endsAt: Instant,
  sessions: z.array(Span).max(mostSessions).default([]),
  breaks: z.array(Break).max(mostSessions).default([]),
  slotMinutes: z.number().int().min(10).max(240).default(30),
  tables: z.number().int().min(0).max(500).default(10),
  rooms: z.number().int().min(0).max(500).default(20),
  holdHours: z.number().int().min(1).max(336).default(48),
  requestLimit: z.number().int().min(1).max(100).default(10),
  changeHours: z.number().int().min(0).max(336).default(24),
  categories: z.array(Category).max(20).default([]),
  thumbs: z.array(Id).max(mostThumbs).default([]),
  visible: z.boolean().default(true),
  released: z.boolean().default(true),
})

export const Fair = z.object({ ...recordFields, ...FairInput.shape, thumbs: z.array(Picture) }).meta({ id: 'Fair' })
export type Fair = z.infer<typeof Fair>

const counts = z.object({
  sellers: z.number().int(),
  buyers: z.number().int(),
  products: z.number().int(),
  meetings: z.number().int(),
})

/** A fair in the list of staff. */
export const FairLine = z
  .object({
    ...recordFields,
    title: FairInput.shape.title,
    phase: Phase,
    startsAt: Instant,
    endsAt: Instant,
    tables: z.number().int(),
    visible: z.boolean(),
    released: z.boolean(),
  })
  .meta({ id: 'FairLine' })
export type FairLine = z.infer<typeof FairLine>

const publicLine = {
  _id: Id,
  title: z.string(),
  summary: z.string(),
  venue: z.string(),
  lang: Locale,
  phase: Phase,
  sellersUntil: Instant.nullable(),
  buyersUntil: Instant.nullable(),
  startsAt: Instant,
  endsAt: Instant,
  categories: z.array(Category),
  thumbs: z.array(Picture),
  counts,
}

/** A fair as visitors see it in a list, in their language. `participating` is derived by `GET /api/v1/me/fairs`. */
export const PublicFairLine = z.object(publicLine).meta({ id: 'PublicFairLine' })
export type PublicFairLine = z.infer<typeof PublicFairLine>

export const PublicFair = z
  .object({
    ...publicLine,
    /** Sanitised HTML. */
    body: z.string(),
    sessions: z.array(z.object({ startAt: Instant, endAt: Instant })),
    breaks: z.array(z.object({ startAt: Instant, endAt: Instant, title: z.string() })),
    slotMinutes: z.number().int(),
    tables: z.number().int(),
    rooms: z.number().int(),
    holdHours: z.number().int(),
    requestLimit: z.number().int(),
    changeHours: z.number().int(),
  })
  .meta({ id: 'PublicFair' })
export type PublicFair = z.infer<typeof PublicFair>

const path = '/api/console/fairs'

/** Fairs: their phases, their grid of slots and their places. */
export const fairs = {
  ...crud(path, { one: 'fair', many: 'fairs' }, Fair, FairInput, {
    access: 'console:fairs',
    sort: ['startsAt', 'createdAt', 'updatedAt'],
    filters: { phase: Phase.optional() },
    line: FairLine,
  }),
  thumb: route({
    method: 'POST',
    path: `${path}/{id}/thumb/{index}`,
    access: 'console:fairs',
    summary: 'Put an uploaded picture at a place among the pictures of a fair; past the last one it is added.',
    params: z.strictObject({
      id: Id,
      index: z.coerce
        .number()
        .int()
        .min(0)
        .max(mostThumbs - 1),
    }),
    upload: { field: 'thumb', kinds: ['picture'], maxBytes: 20 * 1024 * 1024, maxFiles: 1 },
    answer: z.object({ fair: Fair }),
    status: 200,
  }),
  removeThumb: route({
    method: 'DELETE',
    path: `${path}/{id}/thumb/{index}`,
    access: 'console:fairs',
    summary: 'Take a picture out of a fair; those behind it move up.',
    params: z.strictObject({
      id: Id,
      index: z.coerce
        .number()
        .int()
        .min(0)
        .max(mostThumbs - 1),
    }),
    answer: z.object({ fair: Fair }),
    status: 200,
  }),

  published: route({
    method: 'GET',
    path: '/api/v1/fairs',
    access: 'public',
    summary: 'Fairs that are not drafts, the latest first.',
    query: z.strictObject({ ...listQuery(['startsAt']), phase: Phase.exclude(['draft']).optional() }),
    answer: page('fairs', PublicFairLine),
    cached: 'apart',
  }),
  figures: route({
    method: 'GET',
    path: '/api/v1/fairs/figures',
    access: 'public',
    summary: 'What Match has done: fairs, companies, products and meetings; and the tables of the fair that is on.',
    answer: z.object({
      fairs: z.number().int(),
      sellers: z.number().int(),
      buyers: z.number().int(),
      countries: z.number().int(),
      products: z.number().int(),
      meetings: z.number().int(),
      running: z
        .object({
          _id: Id,
          title: z.string(),
          slot: z.object({ startAt: Instant, endAt: Instant }).nullable().describe('The slot at this moment'),
          tables: z.array(z.object({ number: z.number().int(), taken: z.boolean() })),
        })
        .nullable(),
      heat: z.array(z.object({ weekday: z.number().int(), hour: z.number().int(), meetings: z.number().int() })),
    }),
    cached: true,
  }),
  open: route({
    method: 'GET',
    path: '/api/v1/fairs/{id}',
    access: 'public',
    summary: 'One fair.',
    params: ById,
    answer: z.object({ fair: PublicFair }),
    cached: true,
  }),
}
