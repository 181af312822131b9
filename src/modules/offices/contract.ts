import { z } from 'zod'
import { crud, Id, Locale, localized, localizedOptional, Picture, recordFields, route } from '#kit/contract.ts'

/** Digits in Korean groups (3-4-4, 02-3-4, 4-4), or international with +82 and the area without its 0. */
export const Phone = z.string().regex(/^(\+\d{1,3}-\d{1,3}|\d{2,4})-\d{3,4}-\d{4}$|^\d{4}-\d{4}$/, { error: 'phone' })

export const OfficeInput = z.strictObject({
  /** Last part of its address: `/contact/{key}`. */
  key: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/),
  title: localized(60),
  /** Street address without the floor. */
  address: localized(200),
  /** Floor, as shown: '12층'. */
  floor: localized(40),
  phone: Phone,
  fax: Phone.nullable().default(null),
  hours: localizedOptional(200).default({}),
  transit: localizedOptional(400).default({}),
  parking: localizedOptional(400).default({}),
  /** Storeys of the building and the firm's own, for the drawn section. */
  storeys: z.number().int().min(1).max(120).default(12),
  ownStorey: z.number().int().min(1).max(120).default(5),
  picture: Id.nullable().default(null),
  position: z.number().int().min(0).max(1000).default(0),
  visible: z.boolean().default(true),
})
export const Office = z
  .object({ ...recordFields, ...OfficeInput.shape, picture: Picture.nullable() })
  .meta({ id: 'Office' })
export type Office = z.infer<typeof Office>

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

export const offices = {
  ...crud('/api/console/offices', { one: 'office', many: 'offices' }, Office, OfficeInput, {
    access: 'console:offices',
    sort: ['position', 'createdAt', 'updatedAt'],
    filters: {},
  }),
  published: route({
    method: 'GET',
    path: '/api/v1/offices',
    access: 'public',
    summary: 'The offices in their order, the main office first.',
    answer: z.object({ offices: z.array(PublicOffice) }),
    cached: true,
  }),
}
