import { createHmac, timingSafeEqual } from 'node:crypto'
import sharp from 'sharp'
import type { Upload } from '../contract.ts'
import type { Context, Services, UploadedFile } from '../server/context.ts'
import { detectFileType, hashFile, maxPixels, safeName } from './media-library.ts'
import { pictureQueue } from './picture-queue.ts'
import type { FileRow } from './table.ts'

/**
 * File submitted by a user, such as photographs of a flat or documents. It has no public URL; staff get one for five
 * minutes after a permission check. The original is stored unchanged because it is evidence.
 */
export interface PrivateFile {
  id: string
  kind: FileRow['kind']
  name: string
  mime: string
  bytes: number
  /** SHA-256 in hexadecimal. */
  sha256: string
  /** Pixels of the preview; null if none could be created. */
  width: number | null
  height: number | null
}

/** Names in the file store that `/files/{id}/{variant}` never serves. */
const variants = { original: 'private', preview: 'private.webp' } as const
type Variant = keyof typeof variants

const previewWidth = 960
const signedFor = 5 * 60_000

/** Creates a small upright preview without metadata; null if the picture cannot be decoded. */
const previewOf = (path: string) =>
  sharp(path, { limitInputPixels: maxPixels, failOn: 'error' })
    .autoOrient()
    .resize({ width: previewWidth, withoutEnlargement: true })
    .webp({ quality: 74 })
    .toBuffer({ resolveWithObject: true })
    .catch(() => null)

/**
 * Re-encodes a picture at its size and in its format, upright and without metadata; null if it cannot be decoded. The
 * result is a temporary file beside the upload and is removed with it.
 */
export const redrawPicture = async (file: UploadedFile): Promise<UploadedFile | null> => {
  const path = `${file.path}.redrawn`
  const drawn = await pictureQueue.run(() =>
    sharp(file.path, { limitInputPixels: maxPixels, failOn: 'error', animated: true })
      .autoOrient()
      .jpeg({ quality: 90, force: false })
      .webp({ quality: 90, force: false })
      .toFile(path)
      .catch(() => null),
  )
  return drawn && { ...file, path, bytes: drawn.size }
}

/** Stores an uploaded file without a database record, which the caller must create. Throws `wrong_kind`. */
export const storePrivate = async (context: Context, upload: Upload, file: UploadedFile): Promise<PrivateFile> => {
  const { kind, mime } = await detectFileType(upload, file)
  const id = context.newId()
  const store = context.services.files
  const preview = kind === 'picture' ? await pictureQueue.run(() => previewOf(file.path)) : null
  try {
    if (preview) await store.put(`${id}/${variants.preview}`, preview.data)
    await store.put(`${id}/${variants.original}`, { path: file.path })
  } catch (error) {
    await store.remove(id).catch(() => undefined)
    throw error
  }
  return {
    id,
    kind,
    name: safeName(file.name),
    mime,
    bytes: file.bytes,
    sha256: (await hashFile(file.path)).toString('hex'),
    width: preview?.info.width ?? null,
    height: preview?.info.height ?? null,
  }
}

export const hasPrivateFile = async ({ files }: Services, id: string): Promise<boolean> =>
  (await files.size(`${id}/${variants.original}`)) !== null

/** Returns the original bytes of a private file; null if they are missing. Check permissions first. */
export const readPrivateFile = ({ files }: Services, id: string) => files.read(`${id}/${variants.original}`)

const macOf = (secret: Uint8Array, purpose: string, text: string): Buffer =>
  createHmac('sha256', secret).update(`${purpose}\0${text}`).digest()

/** Serializes and signs a value (HMAC) into one token. `purpose` prevents its use elsewhere. */
export const signValue = (secret: Uint8Array, purpose: string, value: object): string => {
  const text = Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${text}.${macOf(secret, purpose, text).toString('base64url')}`
}

/**
 * Returns the value of a signed token; null if the signature or the purpose does not match. The purpose determines its
 * type.
 */
export const verifySigned = <T>(secret: Uint8Array, purpose: string, token: string): T | null => {
  const [text = '', mac = '', more] = token.split('.')
  const signature = Buffer.from(mac, 'base64url')
  const expected = macOf(secret, purpose, text)
  if (more !== undefined || signature.length !== expected.length || !timingSafeEqual(signature, expected)) return null
  return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as T
}

/** Payload of a signed URL. */
interface Signed {
  id: string
  variant: Variant
  name: string
  mime: string
  /** Expiry in epoch milliseconds. */
  until: number
}

const purpose = 'private file'

/** Returns a URL from which anyone can fetch the file for five minutes. Check permissions first. */
export const privateAddress = (
  services: Services,
  file: Pick<PrivateFile, 'id' | 'name' | 'mime'>,
  variant: Variant,
): string => {
  const { id, name, mime } = file
  const until = services.clock.now().getTime() + signedFor
  return `/files/private?token=${signValue(services.secret, purpose, { id, variant, name, mime, until } satisfies Signed)}`
}

/** Returns the payload of a signed URL; null if it is forged or expired. */
export const readPrivateAddress = (services: Services, token: string) => {
  const signed = verifySigned<Signed>(services.secret, purpose, token)
  if (!signed || signed.until < services.clock.now().getTime()) return null
  return { ...signed, key: `${signed.id}/${variants[signed.variant]}` }
}
