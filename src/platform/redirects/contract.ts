import { z } from 'zod'
import { crud, Link, recordFields } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'

fieldMessages({
  address_path: m.redirects_field_path,
  address_self: m.redirects_field_self,
  address_loop: m.redirects_field_loop,
})

/** Response for an address without a page: moved permanently (301; 308 keeps the method) or gone (410). */
export const RedirectStatus = z.enum(['301', '308', '410'])

export const RedirectInput = z.strictObject({
  /** Address of this site; stored without language, decoded. */
  fromPath: z
    .string()
    .trim()
    .max(500)
    .regex(/^\/[^/\\?#\s][^\\?#]*$/, { error: 'address_path' }),
  /** Address of this site, stored without language, or an absolute one; null for 410. */
  toPath: Link.regex(/^(\/|https?:)/, { error: 'link' })
    .nullable()
    .default(null),
  status: RedirectStatus.default('301'),
})

export const Redirect = z
  .object({
    ...recordFields,
    ...RedirectInput.shape,
    toPath: z.string().nullable(),
    status: RedirectStatus,
    /** Created when a record's address changed, not by staff. */
    automatic: z.boolean(),
  })
  .meta({ id: 'Redirect' })
export type Redirect = z.infer<typeof Redirect>

export const redirects = crud(
  '/api/console/redirects',
  { one: 'redirect', many: 'redirects' },
  Redirect,
  RedirectInput,
  {
    access: 'console:redirects',
    sort: ['createdAt', 'updatedAt', 'fromPath'],
    filters: { status: RedirectStatus.optional(), automatic: z.stringbool().optional() },
  },
)
