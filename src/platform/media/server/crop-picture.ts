import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { eq } from 'drizzle-orm'
import sharp, { type Sharp } from 'sharp'
import { AppError } from '#kit/errors.ts'
import { type MediaCrop, media } from '#kit/files/contract.ts'
import { maxPixels, storeUpload } from '#kit/files/media-library.ts'
import { pictureQueue } from '#kit/files/picture-queue.ts'
import { type FileRow, files } from '#kit/files/table.ts'
import type { Context } from '#kit/server/context.ts'
import { cropFocus, cropToPixels, rotateSize, smallestSide } from '../rules.ts'

/** Output format by input type; all other pictures are written as WebP. */
const formats: Record<string, { ending: string; write: (picture: Sharp) => Sharp }> = {
  'image/jpeg': { ending: 'jpg', write: (picture) => picture.jpeg({ quality: 92 }) },
  'image/png': { ending: 'png', write: (picture) => picture.png() },
}
const defaultFormat = { ending: 'webp', write: (picture: Sharp) => picture.webp({ quality: 92 }) }

/** Opens the original bytes; for pictures without an original, the widest variant. */
const openOriginal = async ({ services: { files: store } }: Context, row: FileRow) => {
  const stream = (await store.read(`${row.id}/original`)) ?? (await store.read(`${row.id}/${row.widths.at(-1)}.webp`))
  if (!stream) throw new AppError('not_found')
  return stream
}

/**
 * Rotates and crops a picture and stores the result as a new picture with the same alternative text; the original is
 * unchanged. Throws `wrong_kind` if the file is no picture, `invalid` if the rectangle is too small or covers the whole
 * picture, `busy` if too many pictures are waiting.
 */
export const cropPicture = async (context: Context, id: string, crop: MediaCrop): Promise<FileRow> => {
  const [row] = await context.database.select().from(files).where(eq(files.id, id))
  if (!row) throw new AppError('not_found')
  if (row.kind !== 'picture') throw new AppError('wrong_kind')
  const folder = await mkdtemp(join(tmpdir(), 'daecheong-crop-'))
  const [source, cut] = [join(folder, 'source'), join(folder, 'cut')]
  try {
    await pipeline(await openOriginal(context, row), createWriteStream(source, { mode: 0o600 }))
    const { autoOrient: originalSize } = await sharp(source, { limitInputPixels: maxPixels }).metadata()
    const size = rotateSize(originalSize, crop.turns)
    const area = cropToPixels(originalSize, crop)
    if (Math.min(area.width, area.height) < smallestSide)
      throw new AppError('invalid', { fields: { area: 'crop_small' } })
    if (crop.turns === 0 && area.width === size.width && area.height === size.height)
      throw new AppError('invalid', { fields: { area: 'crop_whole' } })
    const { ending, write } = formats[row.mime] ?? defaultFormat
    await pictureQueue.run(() => {
      const upright = sharp(source, { limitInputPixels: maxPixels, failOn: 'error' }).autoOrient()
      return write(upright.rotate(crop.turns * 90).extract(area)).toFile(cut)
    })
    const name = `${row.name.replace(/\.[^.]*$/, '')}-${area.width}x${area.height}.${ending}`
    const file = { name, path: cut, bytes: (await stat(cut)).size }
    return await storeUpload(context, media.upload.upload, file, { alt: row.alt, focus: cropFocus(row.focus, crop) })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
