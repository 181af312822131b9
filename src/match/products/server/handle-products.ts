import { and, eq, inArray } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import { findFiles, pictureOf, storeUpload, toPicture } from '#kit/files/media-library.ts'
import { files } from '#kit/files/table.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { toRecord } from '#kit/server/records/records.ts'
import { translationsOf } from '#kit/server/records/search-conditions.ts'
import { tableHandlers } from '#kit/server/records/table-handlers.ts'
import { findPublicFair } from '#match/fairs/server/read-fairs.ts'
import { requireOwnProfile } from '#match/participants/server/read-profiles.ts'
import { matchProfiles } from '#match/participants/table.ts'
import { products as contract, type OwnProduct } from '../contract.ts'
import { matchProducts, type ProductRow } from '../table.ts'
import { addProductsToFairs } from './add-products-to-fairs.ts'
import { getPublicProduct, listPublicProducts } from './list-public-products.ts'

const presentOwn = async (rows: ProductRow[], context: Context): Promise<OwnProduct[]> => {
  const pictures = await findFiles(
    context,
    rows.flatMap((row) => row.pictures),
  )
  return rows.map((row) => ({
    ...toRecord(row),
    pictures: row.pictures.flatMap((id) => pictureOf(pictures, id) ?? []),
  }))
}

/** Throws `invalid` unless all pictures were uploaded by the caller. */
const requireOwnPictures = async (context: Context, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  const found = await context.database
    .select({ id: files.id })
    .from(files)
    .where(and(inArray(files.id, [...ids]), eq(files.kind, 'picture'), eq(files.uploadedBy, context.principal.userId)))
  if (found.length < new Set(ids).size) throw new AppError('invalid', { fields: { pictures: 'unknown_file' } })
}

const base = tableHandlers(
  { list: contract.list, get: contract.get, update: contract.update, remove: contract.remove },
  matchProducts,
  {
    words: [translationsOf(matchProducts.name)],
    title: (row) => row.name.ko ?? '',
    owner: {
      column: matchProfiles.userId,
      of: (context) => context.principal.userId,
      through: { column: matchProducts.profileId, parent: matchProfiles, id: matchProfiles.id },
    },
    present: presentOwn,
    async accept(body, context) {
      await requireOwnPictures(context, body.pictures ?? [])
      return body
    },
  },
)

export const productHandlers: Handlers<typeof contract> = {
  ...base,

  update: (context, input) =>
    context.transaction(async (within) => {
      const answer = await base.update(within, input)
      // A product that was hidden when created is not in any fair yet.
      if (input.sent.has('visible') && answer.product.visible)
        await addProductsToFairs(within, (await requireOwnProfile(within, 'seller')).id)
      return answer
    }),

  create: (context, { body }) =>
    context.transaction(async (within) => {
      const profile = await requireOwnProfile(within, 'seller')
      await requireOwnPictures(within, body.pictures)
      const now = within.now()
      const [row] = await within.database
        .insert(matchProducts)
        .values({ ...body, id: within.newId(), profileId: profile.id, createdAt: now, updatedAt: now })
        .returning()
      const [product] = row ? await presentOwn([row], within) : []
      if (!product) throw new AppError('not_found')
      await addProductsToFairs(within, profile.id)
      await writeAudit(within, {
        action: 'create',
        entity: 'products',
        entityId: product._id,
        summary: product.name.ko,
        after: product,
      })
      return { product }
    }),

  async uploadPicture(context, { files: [file] }) {
    if (!file) throw new AppError('invalid', { fields: { image: 'required' } })
    await requireOwnProfile(context, 'seller')
    return { picture: toPicture(await storeUpload(context, contract.uploadPicture.upload, file)) }
  },

  everyProduct(context, { query }) {
    context.tag('fairs', 'match')
    return listPublicProducts(context, query)
  },

  async product(context, { params }) {
    context.tag('fairs', 'match')
    return { product: await getPublicProduct(context, params.id) }
  },

  async inFair(context, { params, query }) {
    context.tag('fairs', 'match')
    await findPublicFair(context, params.id)
    return listPublicProducts(context, query, params.id)
  },

  async oneInFair(context, { params }) {
    context.tag('fairs', 'match')
    return { product: await getPublicProduct(context, params.product, params.id) }
  },
}
