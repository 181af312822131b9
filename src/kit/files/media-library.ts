import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { and, eq, inArray } from 'drizzle-orm'
import { fileTypeFromFile } from 'file-type'
import sharp from 'sharp'
import { writeAudit } from '../audit/write-audit.ts'
import type { Picture, StoredFile, Upload } from '../contract.ts'
import { AppError } from '../errors.ts'
import { isStaff } from '../scopes.ts'
import type { Context, UploadedFile } from '../server/context.ts'
import { toRecord } from '../server/records/records.ts'
import { composeText } from '../text/compose-text.ts'
import { fileTypes, typesOf } from './file-types.ts'
import { pictureQueue } from './picture-queue.ts'
import { type FileRow, files } from './table.ts'

/** Widths of picture variants in px. */
export const variantWidths = [480, 960, 1440] as const
/** Photographs of 50 megapixels, as phones and cameras take them: up to 8,688 × 5,792. */
export const maxPixels = 52_000_000

// Use one core per picture, so that the other can serve visitors.
sharp.concurrency(1)
// Disable libvips' cache of up to 50 MB: the same bytes are never processed twice.
sharp.cache(false)

/** Returns the extension of a file name in lower case without the dot; empty if there is none. */
export const extensionOf = (name: string): string => /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/**
 * Returns a name that is safe in a header and a file system: composed, no path, no control or direction characters, at
 * most 120 characters.
 */
export const safeName = (name: string): string =>
  (composeText(name).split(/[/\\]/).at(-1) ?? '')
    .replace(/[\p{Cc}"<>|:*?]/gu, '')
    .trim()
    .slice(-120) || 'file'

/** Bytes of a text file without the controls that binary files contain; UTF-16 is recognised by its mark. */
const isPlainText = async (path: string): Promise<boolean> => {
  let isUtf16: boolean | undefined
  for await (const chunk of createReadStream(path)) {
    const bytes = chunk as Buffer
    isUtf16 ??= ['fffe', 'feff'].includes(bytes.toString('hex', 0, 2))
    if (!isUtf16 && bytes.some((byte) => byte < 32 && (byte < 9 || byte > 13))) return false
  }
  return true
}

/** Detects the MIME type from a file's bytes; undefined if unknown. Plain text has no signature: its name decides. */
const detectMime = async ({ name, path }: UploadedFile): Promise<string | undefined> =>
  extensionOf(name) === 'txt' && (await isPlainText(path)) ? 'text/plain' : (await fileTypeFromFile(path))?.mime

const isHeic = (mime: string): boolean => /^image\/hei[cf]/.test(mime)

/**
 * Detects the type of a file from its bytes, which must match its extension. Throws `wrong_kind`.
 */
export const detectFileType = async (
  upload: Upload,
  file: UploadedFile,
): Promise<{ kind: FileRow['kind']; mime: string }> => {
  const refuse = (reason: string) => new AppError('wrong_kind', { fields: { [upload.field]: reason } })
  if (file.bytes === 0) throw refuse('file_empty')
  const mime = await detectMime(file)
  const type = mime === undefined ? undefined : fileTypes[mime]
  if (mime === undefined || !type || !typesOf(upload).includes(mime))
    throw refuse(mime && isHeic(mime) && upload.kinds.includes('picture') ? 'heic' : 'file_kind')
  if (!type.endings.includes(extensionOf(file.name))) throw refuse('file_ending')
  return { kind: type.kind, mime }
}

/** Returns the pixel count from the picture's header, without decoding it; 0 if it cannot be read. */
export const readPixelCount = async (path: string): Promise<number> => {
  const size = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  return (size?.width ?? 0) * (size?.height ?? 0)
}

const pictureVariants = async (path: string) => {
  const source = sharp(path, { limitInputPixels: maxPixels, failOn: 'error' }).autoOrient()
  const { autoOrient: size } = await sharp(path, { limitInputPixels: maxPixels }).metadata()
  const widths = [...new Set(variantWidths.map((width) => Math.min(width, size.width)))]
  const variants: { width: number; webp: Buffer }[] = []
  for (const width of widths)
    variants.push({ width, webp: await source.clone().resize({ width }).webp({ quality: 78 }).toBuffer() })
  return { width: size.width, height: size.height, widths, variants }
}

/** Returns the SHA-256 of a file on disk. */
export const hashFile = async (path: string): Promise<Buffer> => {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest()
}

const isPixelLimit = (error: unknown) => /pixel limit/i.test((error as Error).message)

/**
 * Stores an uploaded file in the library. The bytes decide its type and must match the extension. Pictures are
 * re-encoded upright and without metadata: to WebP immediately, to AVIF by a job. `defaults` is metadata supplied by the
 * caller. Throws `wrong_kind` and `invalid`.
 */
export const storeUpload = async (
  context: Context,
  upload: Upload,
  file: UploadedFile,
  defaults: Partial<Pick<FileRow, 'alt' | 'focus' | 'awaitsUse'>> = {},
): Promise<FileRow> => {
  const { kind, mime } = await detectFileType(upload, file)
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
    sha256: await hashFile(file.path),
    alt: {},
    width: null,
    height: null,
    widths: [],
    formats: [],
    focus: null,
    awaitsUse: false,
    uploadedBy: context.scope.principal?.userId ?? null,
    createdAt: now,
    updatedAt: now,
    ...defaults,
  }
  if (kind === 'picture') {
    const encoded = await pictureQueue
      .run(() => pictureVariants(file.path))
      .catch((error) => {
        if (error instanceof AppError) throw error
        throw new AppError('wrong_kind', { fields: { [upload.field]: isPixelLimit(error) ? 'pixels' : 'file_kind' } })
      })
    variants = encoded.variants
    Object.assign(row, { width: encoded.width, height: encoded.height, widths: encoded.widths, formats: ['webp'] })
  }
  try {
    for (const { width, webp } of variants) await store.put(`${id}/${width}.webp`, webp)
    // Keep the original picture for the AVIF job and later crops; it is never served.
    await store.put(`${id}/original`, { path: file.path })
    await context.transaction(async (transactionContext) => {
      await transactionContext.database.insert(files).values(row)
      if (kind === 'picture')
        await transactionContext.services.jobs.add(transactionContext.database, 'encodeAvif', { id })
      // The audit log outlives an account: it must not keep what a member named a file.
      const { principal } = context.scope
      const summary = principal && !isStaff(principal.scopes) ? id : row.name
      await writeAudit(transactionContext, { action: 'create', entity: 'media', entityId: id, summary })
    })
  } catch (error) {
    // Remove the bytes: without a record they would be unreachable.
    await store.remove(id).catch(() => undefined)
    throw error
  }
  return row
}

/**
 * Stores an upload for a text, which refers to it by its address; deleted if no text has used it after a week. Throws as
 * `storeUpload`.
 */
export const storeForText = async (
  context: Context,
  upload: Upload,
  [file]: readonly UploadedFile[],
): Promise<{ file: StoredFile; picture: Picture | null }> => {
  if (!file) throw new AppError('invalid', { fields: { [upload.field]: 'required' } })
  const row = await storeUpload(context, upload, file, { awaitsUse: true })
  return { file: toStoredFile(row), picture: row.kind === 'picture' ? toPicture(row) : null }
}

/** Creates the AVIF variants of a picture. Idempotent; ignores a removed picture. */
export const encodeAvif = async (context: Context, id: string): Promise<void> => {
  const [row] = await context.database
    .select()
    .from(files)
    .where(and(eq(files.id, id), eq(files.kind, 'picture')))
  if (!row) return
  for (const width of row.widths) {
    // Queue each width separately, so that a visitor's upload waits for one encoding instead of all.
    const avif = await pictureQueue.runLater(async () => {
      const source = await context.services.files.read(`${id}/original`)
      if (!source) return null
      const encoder = sharp({ limitInputPixels: maxPixels }).autoOrient().resize({ width })
      // Not `pipe`, which would not forward an error of the source: unhandled, it would end the process.
      const [encoded] = await Promise.all([
        encoder.avif({ quality: 55, effort: 3 }).toBuffer(),
        pipeline(source, encoder),
      ])
      return encoded
    })
    if (!avif) return
    await context.services.files.put(`${id}/${width}.avif`, avif)
  }
  await context.database
    .update(files)
    .set({ formats: ['avif', 'webp'] })
    .where(eq(files.id, id))
}

/** Removes the bytes of a file whose row was deleted. Idempotent. */
export const removeBytes = async (context: Context, id: string): Promise<void> => {
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

/** Converts a row to a `StoredFile`, served at `/files/{id}/original`; the name is only used for saving. */
export const toStoredFile = (row: Pick<FileRow, 'id' | 'kind' | 'name' | 'mime' | 'bytes' | 'widths'>): StoredFile => ({
  _id: row.id,
  name: row.name,
  mime: row.mime,
  bytes: row.bytes,
  url: row.kind === 'picture' ? `/files/${row.id}/${row.widths.at(-1)}.webp` : `/files/${row.id}/original`,
})

/** Loads the files with these ids in one query and adds their cache tags to the answer. */
export const findFiles = async (
  context: Context,
  ids: Iterable<string | null | undefined>,
): Promise<Map<string, FileRow>> => {
  const requestedIds = [...new Set([...ids].filter((id): id is string => Boolean(id)))]
  context.tag(...requestedIds.map((id) => `file:${id}`))
  if (requestedIds.length === 0) return new Map()
  const rows = await context.database.select().from(files).where(inArray(files.id, requestedIds))
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns the picture with this id; null if it is missing or not a picture. */
export const pictureOf = (found: Map<string, FileRow>, id: string | null | undefined): Picture | null => {
  const row = id ? found.get(id) : undefined
  return row?.kind === 'picture' ? toPicture(row) : null
}

/**
 * Loads and locks the files that are about to be referenced, so that they cannot be removed before the caller's
 * transaction ends. Files being removed are not returned.
 */
const holdFiles = async (context: Context, ids: readonly string[]): Promise<Map<string, FileRow>> => {
  if (ids.length === 0) return new Map()
  const requestedIds = [...new Set(ids)]
  const rows = await context.database.select().from(files).where(inArray(files.id, requestedIds)).for('key share')
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Throws unless the id is a stored file of this kind (or of any kind if omitted); `path` is the field named in the
 * refusal.
 */
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

/** Throws unless the id is a stored picture. */
export const requirePicture = (context: Context, id: string | null | undefined, path: string): Promise<void> =>
  requireFile(context, id, path, 'picture')

/** Presents rows with a `picture` column as console records: replaces the id by the picture. */
export const presentPicture = async (rows: { id: unknown; picture: string | null }[], context: Context) => {
  const found = await findFiles(
    context,
    rows.map((row) => row.picture),
  )
  return rows.map((row) => ({ ...toRecord(row), picture: pictureOf(found, row.picture) }))
}

/** Returns the stored files with these ids, in order; omits missing ones. */
export const filesOf = (found: Map<string, FileRow>, ids: readonly string[]): StoredFile[] =>
  ids.flatMap((id) => {
    const row = found.get(id)
    return row ? [toStoredFile(row)] : []
  })

/** Throws unless the caller uploaded these pictures; the refusal names the field `pictures`. */
export const requireOwnPictures = async (context: Context, ids: readonly string[]): Promise<void> => {
  const found = await holdFiles(context, ids)
  const isOwn = (id: string) => {
    const row = found.get(id)
    return row?.kind === 'picture' && row.uploadedBy === context.principal.userId
  }
  if (!ids.every(isOwn)) throw new AppError('invalid', { fields: { pictures: 'unknown_file' } })
}
