import { z } from 'zod'
import { crud, Id, Locale, localized, localizedOptional, Picture, recordFields, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { Phone } from '#kit/phone/phone-field.ts'
import { m } from '#messages/messages.js'
import { mapSheet, parsePoints } from './rules.ts'

fieldMessages({
  storey: m.field_storey,
  points: m.people_field_points,
  opening: m.people_field_opening,
})

/** Opening hours in schema.org format: 'Mo-Fr 09:00-18:00', 'Sa,Su 10:00-13:00'. */
const OpeningHours = z
  .string()
  .trim()
  .regex(/^(Mo|Tu|We|Th|Fr|Sa|Su)([-,](Mo|Tu|We|Th|Fr|Sa|Su))* ([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/, {
    error: 'opening',
  })

/** Points in map units: '120,300' or '0,300 420,310 840,310'. */
const Points = z
  .string()
  .trim()
  .regex(/^\d{1,3},\d{1,3}( \d{1,3},\d{1,3}){0,23}$/, { error: 'points' })
  .refine((points) => parsePoints(points).every(({ x, y }) => x <= mapSheet.width && y <= mapSheet.height), {
    error: 'points',
  })

export const mapKinds = [
  'avenue',
  'street',
  'lane',
  'path',
  'rail',
  'building',
  'green',
  'water',
  'station',
  'stop',
  'office',
] as const

/**
 * Part of the map. Streets, rails and paths are lines; buildings, parks and water are areas; others are single points.
 */
export const MapPart = z.strictObject({
  kind: z.enum(mapKinds),
  points: Points,
  /** Label of the part. */
  name: localizedOptional(40).default({}),
  /** Position of the label; null: the center of the part. */
  label: Points.nullable().default(null),
  /** Line number on a station sign. */
  sign: z.string().trim().max(3).default(''),
})
export type MapPart = z.infer<typeof MapPart>

export const OfficeInput = z.strictObject({
  /** Slug of the page: `/contact/{key}`. */
  key: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/),
  title: localized(60),
  /** Street address without the floor. */
  address: localized(200),
  /** Floor as displayed: '12층'. */
  floor: localized(40),
  phone: Phone,
  fax: Phone.nullable().default(null),
  hours: localizedOptional(200).default({}),
  transit: localizedOptional(400).default({}),
  parking: localizedOptional(400).default({}),
  /** `storeys` of the building and `ownStorey` of the firm, for the drawing. */
  storeys: z.number().int().min(1).max(120).default(12),
  ownStorey: z.number().int().min(1).max(120).default(5),
  /** For search engines; visitors read `hours`. */
  opening: z.array(OpeningHours).max(7).default([]),
  map: z.array(MapPart).max(60).default([]),
  photos: z.array(Id).max(9).default([]),
  picture: Id.nullable().default(null),
  position: z.number().int().min(0).max(1000).default(0),
  visible: z.boolean().default(true),
})
export const Office = z
  .object({
    ...recordFields,
    ...OfficeInput.shape,
    phone: z.string(),
    fax: z.string().nullable(),
    photos: z.array(Picture),
    picture: Picture.nullable(),
  })
  .meta({ id: 'Office' })
export type Office = z.infer<typeof Office>

/** Office in a console list: without map, photographs and directions. */
export const OfficeLine = Office.omit({
  map: true,
  photos: true,
  hours: true,
  transit: true,
  parking: true,
  opening: true,
}).meta({ id: 'OfficeLine' })
export type OfficeLine = z.infer<typeof OfficeLine>

export const PublicOffice = z
  .object({
    ...recordFields,
    key: z.string(),
    title: z.string(),
    address: z.string(),
    floor: z.string(),
    phone: z.string(),
    fax: z.string().nullable(),
    hours: z.string(),
    storeys: z.number().int(),
    ownStorey: z.number().int(),
    picture: Picture.nullable(),
    lang: Locale,
  })
  .meta({ id: 'PublicOffice' })
export type PublicOffice = z.infer<typeof PublicOffice>

/** Part of the map with its label in one language. */
const PublicMapPart = z.object({ ...MapPart.shape, name: z.string() })
export type PublicMapPart = z.infer<typeof PublicMapPart>

/** Office with everything its page shows. */
export const OfficePlace = PublicOffice.extend({
  transit: z.string(),
  parking: z.string(),
  opening: z.array(z.string()),
  map: z.array(PublicMapPart),
  photos: z.array(Picture),
}).meta({ id: 'OfficePlace' })
export type OfficePlace = z.infer<typeof OfficePlace>

export const offices = {
  ...crud('/api/console/offices', { one: 'office', many: 'offices' }, Office, OfficeInput, {
    access: 'console:offices',
    sort: ['position', 'createdAt', 'updatedAt'],
    filters: {},
    line: OfficeLine,
  }),
  published: route({
    method: 'GET',
    path: '/api/v1/offices',
    access: 'public',
    summary: 'List the offices by position, the main office first.',
    answer: z.object({ offices: z.array(PublicOffice) }),
    cached: true,
  }),
  place: route({
    method: 'GET',
    path: '/api/v1/offices/{key}',
    access: 'public',
    summary: 'Get an office with its map, photographs and directions.',
    params: z.strictObject({ key: z.string() }),
    answer: z.object({ office: OfficePlace }),
    cached: true,
  }),
}
