import { eq } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import type { Picture, Upload } from '#kit/contract.ts'
import { AppError } from '#kit/errors.ts'
import { findFiles, pictureOf, storeUpload } from '#kit/files/media-library.ts'
import type { Context, Handlers, UploadedFile } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records/records.ts'
import type { goods as contract } from '../contract.ts'
import type { Good } from '../contract-good.ts'
import { pictureRoutes } from '../contract-pictures.ts'
import { maxPictures } from '../rules.ts'
import { type GoodRow, shopGoods } from '../table.ts'
import { findPublicGood } from './find-goods.ts'

type Names = keyof typeof pictureRoutes
type Present = (context: Context, id: string) => Promise<{ product: Good }>

/** Changes the pictures of a product; the row is locked, so that no concurrent change is lost. */
const change = (
  context: Context,
  id: string,
  { next, present }: { next: (pictures: string[]) => string[]; present: Present },
): Promise<{ product: Good }> =>
  context.transaction(async (within) => {
    const [row] = await within.database.select().from(shopGoods).where(eq(shopGoods.id, id)).for('update')
    if (!row) throw new AppError('not_found')
    const pictures = next(row.pictures)
    await changeRows(within, shopGoods, { pictures }).where(eq(shopGoods.id, id))
    await writeAudit(within, {
      action: 'update',
      entity: 'products',
      entityId: id,
      summary: row.name.ko,
      before: { pictures: row.pictures },
      after: { pictures },
    })
    return present(within, id)
  })

const requireRoom = (pictures: readonly string[], field: string): void => {
  if (pictures.length >= maxPictures) throw new AppError('conflict', { fields: { [field]: 'good_pictures' } })
}

const ownPictures = async (context: Context, row: GoodRow): Promise<Picture[]> => {
  const found = await findFiles(context, row.pictures)
  return row.pictures.flatMap((id) => pictureOf(found, id) ?? [])
}

/** Handlers of single pictures. `present` returns a product as staff see it. */
export const pictureHandlers = (present: Present): Pick<Handlers<typeof contract>, Names> => {
  /** Replaces the picture at index `place`; null appends. */
  const put = async (
    context: Context,
    id: string,
    { files, upload, place }: { files: readonly UploadedFile[]; upload: Upload; place: number | null },
  ) => {
    const [file] = files
    if (!file) throw new AppError('invalid', { fields: { [upload.field]: 'required' } })
    // Load the product first: without it, no picture is stored.
    const { product } = await present(context, id)
    const own = product.pictures.map(({ _id }) => _id)
    if (place === null || place >= own.length) requireRoom(own, upload.field)
    const picture = await storeUpload(context, upload, file)
    return change(context, id, {
      present,
      next: (pictures) => {
        const at = Math.min(place ?? pictures.length, pictures.length)
        if (at === pictures.length) requireRoom(pictures, upload.field)
        return pictures.toSpliced(at, 1, picture.id)
      },
    })
  }
  const takeOut = (context: Context, id: string, index: number) =>
    change(context, id, {
      present,
      next: (pictures) => {
        if (index >= pictures.length) throw new AppError('not_found')
        return pictures.toSpliced(index, 1)
      },
    })
  return {
    setThumb: (context, { params, files }) =>
      put(context, params.id, { files, upload: pictureRoutes.setThumb.upload, place: 0 }),
    removeThumb: (context, { params }) => takeOut(context, params.id, 0),
    addImage: (context, { params, files }) =>
      put(context, params.id, { files, upload: pictureRoutes.addImage.upload, place: null }),
    setImage: (context, { params, files }) =>
      put(context, params.id, { files, upload: pictureRoutes.setImage.upload, place: params.index }),
    removeImage: (context, { params }) => takeOut(context, params.id, params.index),
    sortImages: (context, { params, body }) =>
      change(context, params.id, {
        present,
        next: (pictures) => {
          // A picture was added or removed meanwhile, so the submitted order does not match.
          if (body.images.toSorted().join() !== pictures.toSorted().join())
            throw new AppError('conflict', { fields: { images: 'good_pictures_order' } })
          return body.images
        },
      }),

    async thumb(context, { params }) {
      context.tag('shop')
      const [thumb] = await ownPictures(context, await findPublicGood(context, params.id))
      if (!thumb) throw new AppError('not_found')
      return { thumb }
    },
    async images(context, { params }) {
      context.tag('shop')
      return { images: await ownPictures(context, await findPublicGood(context, params.id)) }
    },
    async image(context, { params }) {
      const image = (await ownPictures(context, await findPublicGood(context, params.id)))[params.index]
      if (!image) throw new AppError('not_found')
      return { image }
    },
  }
}
