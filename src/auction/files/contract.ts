import { z } from 'zod'
import { crud, Id, Locale, localized, recordFields, route, StoredFile } from '#kit/contract.ts'

export const AuctionFileInput = z.strictObject({
  program: Id.nullable().default(null),
  title: localized(100),
  /** Id in the media library. */
  file: Id,
  locale: Locale.nullable().default(null).describe('Language of the file; null for all languages'),
  position: z.number().int().min(0).max(10_000).default(0),
  visible: z.boolean().default(true),
})

export const AuctionFile = z
  .object({ ...recordFields, ...AuctionFileInput.shape, file: StoredFile })
  .meta({ id: 'AuctionFile' })
export type AuctionFile = z.infer<typeof AuctionFile>

/** A catalogue as visitors see it. */
export const PublicAuctionFile = z
  .object({ _id: Id, program: Id.nullable(), title: z.string(), lang: Locale, file: StoredFile })
  .meta({ id: 'PublicAuctionFile' })
export type PublicAuctionFile = z.infer<typeof PublicAuctionFile>

/** Catalogues and other documents of auctions. */
export const files = {
  ...crud('/api/console/auction/files', { one: 'file', many: 'files' }, AuctionFile, AuctionFileInput, {
    access: 'console:auction',
    sort: ['position', 'updatedAt', 'createdAt'],
    filters: { program: Id.optional(), visible: z.stringbool().optional() },
  }),
  published: route({
    method: 'GET',
    path: '/api/v1/auction/files',
    access: 'public',
    summary: 'Public catalogues of one auction or of all.',
    query: z.strictObject({ program: Id.optional() }),
    answer: z.object({ files: z.array(PublicAuctionFile) }),
    cached: true,
  }),
}
