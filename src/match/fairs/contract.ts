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
  maxPictureBytes,
  Picture,
  page,
  recordFields,
  route,
} from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { Category } from '#match/participants/contract.ts'
import { m } from '#messages/messages.js'
import { fitsGrid, maxSessions, maxThumbs, phases } from './rules.ts'

fieldMessages({
  fair_order: m.fairs_field_order,
  fair_overlap: m.fairs_field_overlap,
  fair_used: m.fairs_field_used,
  fair_release: m.fairs_field_release,
  fair_outside: m.fairs_field_outside,
  fair_slots: m.fairs_field_slots,
  fair_falls: m.fairs_field_falls,
  fair_participants: m.fairs_field_participants,
})

export const Phase = z.enum(phases)
export type Phase = z.infer<typeof Phase>

/**
 * Compares as times, because instants may omit milliseconds and do not sort as text. An invalid instant passes here:
 * its own schema reports it.
 */
const isInOrder = ({ startAt, endAt }: { startAt: string; endAt: string }): boolean =>
  !(Date.parse(startAt) >= Date.parse(endAt))
const orderIssue: { error: string; path: string[] } = { error: 'fair_order', path: ['endAt'] }
const Span = z.strictObject({ startAt: Instant, endAt: Instant }).refine(isInOrder, orderIssue)
const Break = z
  .strictObject({ startAt: Instant, endAt: Instant, title: localizedOptional(40) })
  .refine(isInOrder, orderIssue)

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
  sessions: z.array(Span).max(maxSessions).default([]),
  breaks: z.array(Break).max(maxSessions).default([]),
  slotMinutes: z.number().int().min(10).max(240).default(30),
  tables: z.number().int().min(0).max(500).default(10),
  rooms: z.number().int().min(0).max(500).default(20),
  holdHours: z.number().int().min(1).max(336).default(48),
  requestLimit: z.number().int().min(1).max(100).default(10),
  changeHours: z.number().int().min(0).max(336).default(24),
  categories: z.array(Category).max(20).default([]),
  thumbs: z.array(Id).max(maxThumbs).default([]),
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

/** Fair in the staff list. */
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

/** Fair in a public list, in the reader's language. The phase `participating` is derived by `GET /api/v1/me/fairs`. */
export const PublicFairLine = z.object(publicLine).meta({ id: 'PublicFairLine' })
export type PublicFairLine = z.infer<typeof PublicFairLine>

export const PublicFair = z
  .object({
    ...publicLine,
    /** Sanitized HTML. */
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

/** Fields that define the grid and places of a fair. */
export const FairSetup = z.strictObject({
  sessions: z.array(Span).max(maxSessions),
  breaks: z.array(Span).max(maxSessions),
  slotMinutes: FairInput.shape.slotMinutes.unwrap(),
  tables: FairInput.shape.tables.unwrap(),
  rooms: FairInput.shape.rooms.unwrap(),
})
export const fitsSlotLimit = ({ sessions = [], slotMinutes = 10 }: Partial<z.output<typeof FairSetup>>): boolean =>
  fitsGrid(sessions, slotMinutes)
export const slotLimitIssue: { error: string; path: string[] } = { error: 'fair_slots', path: ['sessions'] }

/** CRUD routes without the extra fields that an update of a fair carries. */
export const fairRecords = crud(path, { one: 'fair', many: 'fairs' }, Fair, FairInput, {
  access: 'console:fairs',
  sort: ['startsAt', 'createdAt', 'updatedAt'],
  filters: { phase: Phase.optional() },
  line: FairLine,
})

/** Routes of fairs: phases, grid of slots, places. */
export const fairs = {
  ...fairRecords,
  update: route({
    ...fairRecords.update,
    summary:
      'Updates a fair; omitted fields stay unchanged. If confirmed meetings lose their slot or place, `falls` must confirm them.',
    body: fairRecords.update.body.extend({
      falls: z
        .string()
        .regex(/^[0-9a-f]{32}$/, { error: 'characters' })
        .optional()
        .describe('Hash of the displaced meetings that the user saw'),
      tell: z.boolean().optional().describe('True to notify the companies of these meetings'),
    }),
  }),
  grid: route({
    method: 'POST',
    path: `${path}/grid`,
    access: 'console:fairs',
    summary: 'Previews the slots and seats of a setup without saving it.',
    body: FairSetup.omit({ rooms: true }).refine(fitsSlotLimit, slotLimitIssue),
    answer: z.object({
      days: z.array(
        z.object({
          day: z.iso.date().describe('A day in Seoul'),
          slots: z.array(z.object({ startAt: Instant, endAt: Instant })),
          seats: z.number().int().describe('Number of slots times tables'),
        }),
      ),
      slots: z.number().int(),
      seats: z.number().int(),
    }),
    status: 200,
  }),
  thumb: route({
    method: 'POST',
    path: `${path}/{id}/thumb/{index}`,
    access: 'console:fairs',
    summary: 'Uploads a picture of a fair at an index; beyond the last one it is appended.',
    params: z.strictObject({
      id: Id,
      index: z.coerce
        .number()
        .int()
        .min(0)
        .max(maxThumbs - 1),
    }),
    upload: { field: 'thumb', kinds: ['picture'], maxBytes: maxPictureBytes, maxFiles: 1 },
    answer: z.object({ fair: Fair }),
    status: 200,
  }),
  removeThumb: route({
    method: 'DELETE',
    path: `${path}/{id}/thumb/{index}`,
    access: 'console:fairs',
    summary: 'Removes a picture of a fair; later ones move up.',
    params: z.strictObject({
      id: Id,
      index: z.coerce
        .number()
        .int()
        .min(0)
        .max(maxThumbs - 1),
    }),
    answer: z.object({ fair: Fair }),
    status: 200,
  }),

  published: route({
    method: 'GET',
    path: '/api/v1/fairs',
    access: 'public',
    summary: 'Lists fairs that are not drafts, latest first.',
    query: z.strictObject({ ...listQuery(['startsAt']), phase: Phase.exclude(['draft']).optional() }),
    answer: page('fairs', PublicFairLine),
    cached: 'apart',
  }),
  figures: route({
    method: 'GET',
    path: '/api/v1/fairs/figures',
    access: 'public',
    summary:
      'Returns the totals of Match (fairs, companies, products, meetings) and the tables of the fair in progress.',
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
          slot: z.object({ startAt: Instant, endAt: Instant }).nullable().describe('Current slot'),
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
    summary: 'Returns a fair.',
    params: ById,
    answer: z.object({ fair: PublicFair }),
    cached: true,
  }),
}
