import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { and, eq, inArray } from 'drizzle-orm'
import { fileTypeFromFile } from 'file-type'
import sharp from 'sharp'
import { writeAudit } from '../audit/write.ts'
import type { Picture, StoredFile, Upload } from '../contract.ts'
import { AppError } from '../errors.ts'
import type { Context, UploadedFile } from '../server/context.ts'
import { toRecord } from '../server/records.ts'
import { pictureQueue } from './picture-queue.ts'
import { type FileRow, files } from './table.ts'

/** Widths in px of a picture's variants. */
export const variantWidths = [480, 960, 1440] as const
export const mostPixels = 40_000_000

// One picture at a time uses one core; the other serves visitors.
sharp.concurrency(1)
// Of up to 50 MB that libvips would keep of earlier work: nothing is made twice from the same bytes.
sharp.cache(false)

/** A kind of file, and the endings its names may have. */
export interface Kind {
  kind: FileRow['kind']
  endings: readonly string[]
}

/** Kinds told from the bytes. SVG, HTML and XML are none of them: they can run script. */
const kinds: Record<string, Kind> = {
  'image/jpeg': { kind: 'picture', endings: ['jpg', 'jpeg'] },
  'image/png': { kind: 'picture', endings: ['png'] },
  'image/webp': { kind: 'picture', endings: ['webp'] },
  'image/avif': { kind: 'picture', endings: ['avif'] },
  'image/heic': { kind: 'picture', endings: ['heic'] },
  'image/gif': { kind: 'picture', endings: ['gif'] },
  'video/mp4': { kind: 'video', endings: ['mp4', 'm4v'] },
  'video/webm': { kind: 'video', endings: ['webm'] },
  'application/pdf': { kind: 'document', endings: ['pdf'] },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { kind: 'document', endings: ['xlsx'] },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': { kind: 'document', endings: ['docx'] },
  'application/zip': { kind: 'document', endings: ['zip', 'hwpx'] },
  'application/x-cfb': { kind: 'document', endings: ['hwp', 'xls', 'doc', 'ppt'] },
}

/** The ending of a name in small letters, without its dot; empty where there is none. */
export const endingOf = (name: string): string => /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/** A name fit for a header and a file system: no path, no control characters, at most 120 characters. */
export const safeName = (name: string): string =>
  (name.split(/[/\\]/).at(-1) ?? '')
    .replace(/[\p{Cc}"<>|:*?]/gu, '')
    .trim()
    .slice(-120) || 'file'

/**
 * What a file is by its bytes, which must agree with the ending of its name; `also` are kinds taken in this place alone.
 * Throws `wrong_kind`.
 */
export const tellKind = async (
  upload: Upload,
  file: UploadedFile,
  also: Record<string, Kind> = {},
): Promise<{ kind: FileRow['kind']; mime: string }> => {
  if (file.bytes === 0) throw new AppError('wrong_kind', { fields: { [upload.field]: 'file_empty' } })
  const told = await fileTypeFromFile(file.path)
  const kind = told && (kinds[told.mime] ?? also[told.mime])
  if (!told || !kind || !upload.kinds.includes(kind.kind))
    throw new AppError('wrong_kind', { fields: { [upload.field]: 'file_kind' } })
  if (!kind.endings.includes(endingOf(file.name)))
    throw new AppError('wrong_kind', { fields: { [upload.field]: 'file_ending' } })
  return { kind: kind.kind, mime: told.mime }
}

/** Pixels that a picture says it has; 0 where it says nothing that can be read. Nothing is unpacked. */
export const pixelsOf = async (path: string): Promise<number> => {
  const size = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  return (size?.width ?? 0) * (size?.height ?? 0)
}

const pictureVariants = async (path: string) => {
  const source = sharp(path, { limitInputPixels: mostPixels, failOn: 'error' }).autoOrient()
  const { autoOrient: size } = await sharp(path, { limitInputPixels: mostPixels }).metadata()
  const widths = [...new Set(variantWidths.map((width) => Math.min(width, size.width)))]
  const variants: { width: number; webp: Buffer }[] = []
  for (const width of widths)
    variants.push({ width, webp: await source.clone().resize({ width }).webp({ quality: 78 }).toBuffer() })
  return { width: size.width, height: size.height, widths, variants }
}

/** SHA-256 of a file on disk. */
export const digestOf = async (path: string): Promise<Buffer> => {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest()
}

const isPixelLimit = (error: unknown) => /pixel limit/i.test((error as Error).message)

/**
 * Takes an uploaded file into the library: the bytes decide the kind and must agree with the ending; pictures are
 * re-encoded (metadata gone, upright) to WebP at once and to AVIF by a job. `known` is said of it beforehand. Throws
 * `wrong_kind` and `invalid`.
 */
export const storeUpload = async (
  context: Context,
  upload: Upload,
  file: UploadedFile,
  known: Partial<Pick<FileRow, 'alt' | 'focus'>> = {},
): Promise<FileRow> => {
  const { kind, mime } = await tellKind(upload, file)
  const id = context.newId()
  let variants: { width: number; webp: Buffer }[] = []
  const store = context.services.files
  const now = context.now()
  const row: FileRow = {
    id,
    kind,
    name: safeName(file.name),
    mime,
    bytes: file.bytes,
    sha256: await digestOf(file.path),
    alt: {},
    width: null,
    height: null,
    widths: [],
    formats: [],
    focus: null,
    uploadedBy: context.scope.principal?.userId ?? null,
    createdAt: now,
    updatedAt: now,
    ...known,
  }
  if (kind === 'picture') {
    const made = await pictureQueue
      .run(() => pictureVariants(file.path))
      .catch((error) => {
        if (error instanceof AppError) throw error
        throw new AppError('wrong_kind', { fields: { [upload.field]: isPixelLimit(error) ? 'pixels' : 'file_kind' } })
      })
    variants = made.variants
    Object.assign(row, { width: made.width, height: made.height, widths: made.widths, formats: ['webp'] })
  }
  try {
    for (const { width, webp } of variants) await store.put(`${id}/${width}.webp`, webp)
    // The original of a picture is kept for the AVIF job and for later crops; it is never served.
    await store.put(`${id}/original`, { path: file.path })
    await context.transaction(async (within) => {
      await within.database.insert(files).values(row)
      if (kind === 'picture') await within.services.jobs.add(within.database, 'encodeAvif', { id })
      await writeAudit(within, { action: 'create', entity: 'media', entityId: id, summary: row.name })
    })
  } catch (error) {
    // Bytes without a record would never be found again.
    await store.remove(id).catch(() => undefined)
    throw error
  }
  return row
}

/** Makes the AVIF variants of a picture; repeated runs write the same bytes. A picture that is gone is no error. */
export const encodeAvif = async (context: Context, id: string): Promise<void> => {
  const [row] = await context.database
    .select()
    .from(files)
    .where(and(eq(files.id, id), eq(files.kind, 'picture')))
  if (!row) return
  for (const width of row.widths) {
    // A turn for each width: a picture that a visitor uploads meanwhile waits for one of them, not for all.
    const avif = await pictureQueue.runLater(async () => {
      const source = await context.services.files.read(`${id}/original`)
      if (!source) return null
      const encoder = sharp({ limitInputPixels: mostPixels }).autoOrient().resize({ width })
      // Not `pipe`: an error of the source would go unheard and end the process.
      const [made] = await Promise.all([encoder.avif({ quality: 55, effort: 3 }).toBuffer(), pipeline(source, encoder)])
      return made
    })
    if (!avif) return
    await context.services.files.put(`${id}/${width}.avif`, avif)
  }
  await context.database
    .update(files)
    .set({ formats: ['avif', 'webp'] })
    .where(eq(files.id, id))
}

/** Removes the bytes of a file whose row is gone; repeated runs find nothing. */
export const forgetBytes = async (context: Context, id: string): Promise<void> => {
  if ((await context.database.$count(files, eq(files.id, id))) === 0) await context.services.files.remove(id)
}

export const toPicture = (
  row: Pick<FileRow, 'id' | 'alt' | 'width' | 'height' | 'widths' | 'formats' | 'focus'>,
): Picture => ({
  _id: row.id,
  alt: { ko: row.alt.ko ?? '', ...(row.alt.en && { en: row.alt.en }), ...(row.alt.cn && { cn: row.alt.cn }) },
  width: row.width ?? 1,
  height: row.height ?? 1,
  widths: row.widths,
  formats: row.formats,
  ...(row.focus && { focus: row.focus }),
})

/** `/files/{id}/original` of videos and attachments; the name is only for the person who saves it. */
export const toStoredFile = (row: Pick<FileRow, 'id' | 'kind' | 'name' | 'mime' | 'bytes' | 'widths'>): StoredFile => ({
  _id: row.id,
  name: row.name,
  mime: row.mime,
  bytes: row.bytes,
  url: row.kind === 'picture' ? `/files/${row.id}/${row.widths.at(-1)}.webp` : `/files/${row.id}/original`,
})

/** The files of these ids, in one query; says to the cache that the answer depends on them. */
export const findFiles = async (
  context: Context,
  ids: Iterable<string | null | undefined>,
): Promise<Map<string, FileRow>> => {
  const wanted = [...new Set([...ids].filter((id): id is string => Boolean(id)))]
  context.tag(...wanted.map((id) => `file:${id}`))
  if (wanted.length === 0) return new Map()
  const rows = await context.database.select().from(files).where(inArray(files.id, wanted))
  return new Map(rows.map((row) => [row.id, row]))
}

/** The picture of an id among those found; null when it is absent or another kind of file. */
export const pictureOf = (found: Map<string, FileRow>, id: string | null | undefined): Picture | null => {
  const row = id ? found.get(id) : undefined
  return row?.kind === 'picture' ? toPicture(row) : null
}

/**
 * The files of these ids, which are about to be named: nobody removes them until the caller's transaction ends, and what
 * is being removed is not among them.
 */
const holdFiles = async (context: Context, ids: readonly string[]): Promise<Map<string, FileRow>> => {
  if (ids.length === 0) return new Map()
  const wanted = [...new Set(ids)]
  const rows = await context.database.select().from(files).where(inArray(files.id, wanted)).for('key share')
  return new Map(rows.map((row) => [row.id, row]))
}

/** Refuses an id that is no stored file of that kind, or of any where none is named: `fields` names the path. */
export const requireFile = async (
  context: Context,
  id: string | null | undefined,
  path: string,
  kind?: FileRow['kind'],
): Promise<void> => {
  if (!id) return
  const row = (await holdFiles(context, [id])).get(id)
  if (!row || (kind && row.kind !== kind)) throw new AppError('invalid', { fields: { [path]: 'unknown_file' } })
}

/** The same for a picture. */
export const requirePicture = (context: Context, id: string | null | undefined, path: string): Promise<void> =>
  requireFile(context, id, path, 'picture')

/** Rows with one `picture` as records of the console: the id becomes the picture. */
export const presentPicture = async (rows: { id: unknown; picture: string | null }[], context: Context) => {
  const found = await findFiles(
    context,
    rows.map((row) => row.picture),
  )
  return rows.map((row) => ({ ...toRecord(row), picture: pictureOf(found, row.picture) }))
}

/** The stored files of these ids among those found, in their order; the missing ones are left out. */
export const filesOf = (found: Map<string, FileRow>, ids: readonly string[]): StoredFile[] =>
  ids.flatMap((id) => {
    const row = found.get(id)
    return row ? [toStoredFile(row)] : []
  })

/** Refuses pictures that the caller has not sent itself: `pictures` names them. */
export const requireOwnPictures = async (context: Context, ids: readonly string[]): Promise<void> => {
  const found = await holdFiles(context, ids)
  const isOwn = (id: string) => {
    const row = found.get(id)
    return row?.kind === 'picture' && row.uploadedBy === context.principal.userId
  }
  if (!ids.every(isOwn)) throw new AppError('invalid', { fields: { pictures: 'unknown_file' } })
}
