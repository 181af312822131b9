import { z } from 'zod'
import {
  crud,
  Id,
  Locale,
  localized,
  localizedOptional,
  maxPictureBytes,
  Picture,
  recordFields,
  route,
} from '#kit/contract.ts'

/** Line of a profile: plain text, or text with a bold part. */
export const InfoLine = z.union([
  z.string().trim().min(1).max(400),
  z.strictObject({ txt: z.string().trim().max(400), bold: z.string().trim().max(200) }),
])
export const InfoGroup = z.strictObject({
  title: z.string().trim().min(1).max(80),
  infoDetail: z.array(InfoLine).max(60),
})
export type InfoGroup = z.infer<typeof InfoGroup>
const Info = z.array(InfoGroup).max(12)

export const LawyerInput = z.strictObject({
  /** Slug of the profile: `/introduction/lawyer/{key}`. */
  key: z
    .string()
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
    .max(60),
  title: localized(60),
  /** Name in Latin letters, shown beside the Korean one. */
  titleEn: z.string().trim().max(80),
  /** HTML; a quote of the lawyer. */
  comment: localizedOptional(4000).default({}),
  info: z.strictObject({ ko: Info, en: Info.optional(), cn: Info.optional() }),
  /** HTML; greeting on the page of a representative. */
  greeting: localizedOptional(8000).default({}),
  ceo: z.boolean().default(false),
  representative: z.boolean().default(false),
  /** Keys of practices (`building`, …). */
  practices: z.array(z.string().max(40)).max(10).default([]),
  /** Slugs of the stories by this lawyer. */
  stories: z.array(z.string().trim().min(1).max(80)).max(50).default([]),
  /** Key of the office. */
  office: z.string().max(40).nullable().default(null),
  picture: Id.nullable().default(null),
  position: z.number().int().min(0).max(10_000).default(0),
  visible: z.boolean().default(true),
})
export const Lawyer = z
  .object({ ...recordFields, ...LawyerInput.shape, picture: Picture.nullable() })
  .meta({ id: 'Lawyer' })
export type Lawyer = z.infer<typeof Lawyer>

/** Lawyer in a console list: without the page texts, with their languages. */
export const LawyerLine = Lawyer.omit({ comment: true, info: true, greeting: true, stories: true })
  .extend({ languages: z.array(Locale) })
  .meta({ id: 'LawyerLine' })
export type LawyerLine = z.infer<typeof LawyerLine>

/** Lawyer in a public list. */
export const PublicLawyer = z
  .object({
    ...recordFields,
    key: z.string(),
    title: z.string(),
    titleEn: z.string(),
    /** Sanitized HTML. */
    comment: z.string(),
    /** First lines of the profile as plain text. */
    career: z.array(z.string()),
    ceo: z.boolean(),
    representative: z.boolean(),
    practices: z.array(z.string()),
    office: z.string().nullable(),
    picture: Picture.nullable(),
    lang: Locale,
  })
  .meta({ id: 'PublicLawyer' })
export type PublicLawyer = z.infer<typeof PublicLawyer>

/** Full profile of a lawyer in one language. */
export const LawyerProfile = PublicLawyer.omit({ career: true })
  .extend({
    info: z.array(InfoGroup),
    /** Sanitized HTML; '' if there is no greeting. */
    greeting: z.string(),
    /** Slugs of their stories. */
    stories: z.array(z.string()),
  })
  .meta({ id: 'LawyerProfile' })
export type LawyerProfile = z.infer<typeof LawyerProfile>

export const lawyers = {
  ...crud('/api/console/lawyers', { one: 'lawyer', many: 'lawyers' }, Lawyer, LawyerInput, {
    access: 'console:lawyers',
    sort: ['position', 'createdAt', 'updatedAt'],
    filters: { practice: z.string().max(40).optional(), office: z.string().max(40).optional() },
    line: LawyerLine,
  }),
  setImage: route({
    method: 'POST',
    path: '/api/console/lawyers/{id}/image',
    access: 'console:lawyers',
    summary: 'Upload the portrait.',
    params: z.strictObject({ id: Id }),
    upload: { field: 'image', kinds: ['picture'], maxBytes: maxPictureBytes, maxFiles: 1 },
    answer: z.object({ lawyer: Lawyer }),
    status: 201,
  }),
  published: route({
    method: 'GET',
    path: '/api/v1/lawyers',
    access: 'public',
    summary: 'List the lawyers by position, representatives first.',
    query: z.strictObject({ practice: z.string().max(40).optional(), office: z.string().max(40).optional() }),
    answer: z.object({ lawyers: z.array(PublicLawyer) }),
    cached: true,
  }),
  profile: route({
    method: 'GET',
    path: '/api/v1/lawyers/{key}',
    access: 'public',
    summary: 'Get the full profile of a lawyer.',
    params: z.strictObject({ key: z.string() }),
    answer: z.object({ lawyer: LawyerProfile }),
    cached: true,
  }),
}
