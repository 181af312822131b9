import { createHmac, timingSafeEqual } from 'node:crypto'
import sharp from 'sharp'
import type { Upload } from '../contract.ts'
import type { Context, Services, UploadedFile } from '../server/context.ts'
import { digestOf, type Kind, mostPixels, safeName, tellKind } from './library.ts'
import { pictureQueue } from './picture-queue.ts'
import type { FileRow } from './table.ts'

/**
 * Files of people: photographs of a flat, papers. They have no public address, whatever their id; staff get one for
 * five minutes after a permission check. The original is kept as it was sent, since it is evidence.
 */
export interface PrivateFile {
  id: string
  kind: FileRow['kind']
  name: string
  mime: string
  bytes: number
  /** Hexadecimal. */
  sha256: string
  /** Pixels of the small picture; null where none could be made. */
  width: number | null
  height: number | null
}

/** Names in the store that `/files/{id}/{variant}` never serves. */
const variants = { original: 'private', preview: 'private.webp' } as const
type Variant = keyof typeof variants

/** What telephones record and browsers do not show: taken as it is. */
const recorded: Record<string, Kind> = {
  'video/quicktime': { kind: 'video', endings: ['mov'] },
  'image/heif': { kind: 'picture', endings: ['heif', 'heic'] },
}

/** What a private file is by its bytes: the kinds of the library, and what telephones record. Throws `wrong_kind`. */
export const tellPrivateKind = (upload: Upload, file: UploadedFile) => tellKind(upload, file, recorded)

const previewWidth = 960
const signedFor = 5 * 60_000

/** A small upright picture without what the camera wrote into it; null where the bytes cannot be read. */
const previewOf = (path: string) =>
  sharp(path, { limitInputPixels: mostPixels, failOn: 'error' })
    .autoOrient()
    .resize({ width: previewWidth, withoutEnlargement: true })
    .webp({ quality: 74 })
    .toBuffer({ resolveWithObject: true })
    .catch(() => null)

/**
 * A picture drawn anew at its size and in its format, upright and without what the camera wrote into it; null where the
 * bytes cannot be read. It lies beside the one that was sent, and goes with it.
 */
export const redrawPicture = async (file: UploadedFile): Promise<UploadedFile | null> => {
  const path = `${file.path}.redrawn`
  const drawn = await pictureQueue.run(() =>
    sharp(file.path, { limitInputPixels: mostPixels, failOn: 'error', animated: true })
      .autoOrient()
      .jpeg({ quality: 90, force: false })
      .webp({ quality: 90, force: false })
      .toFile(path)
      .catch(() => null),
  )
  return drawn && { ...file, path, bytes: drawn.size }
}

/** Takes an uploaded file into the store, without a record: the caller keeps one. Throws `wrong_kind`. */
export const storePrivate = async (context: Context, upload: Upload, file: UploadedFile): Promise<PrivateFile> => {
  const { kind, mime } = await tellPrivateKind(upload, file)
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
    sha256: (await digestOf(file.path)).toString('hex'),
    width: preview?.info.width ?? null,
    height: preview?.info.height ?? null,
  }
}

/** Whether the bytes of a private file are in the store. */
export const hasPrivateFile = async ({ files }: Services, id: string): Promise<boolean> =>
  (await files.size(`${id}/${variants.original}`)) !== null

/** The bytes of a private file as it was sent; null when they are not in the store. Call it after the permission check. */
export const readPrivateFile = ({ files }: Services, id: string) => files.read(`${id}/${variants.original}`)

const macOf = (secret: Uint8Array, purpose: string, text: string): Buffer =>
  createHmac('sha256', secret).update(`${purpose}\0${text}`).digest()

/** A signed value that only this installation can make, as one word. `purpose` keeps it from being used elsewhere. */
export const sealed = (secret: Uint8Array, purpose: string, value: object): string => {
  const text = Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${text}.${macOf(secret, purpose, text).toString('base64url')}`
}

/** What was sealed; null when it was not, or for another purpose. The caller knows its shape by the purpose. */
export const unsealed = <T>(secret: Uint8Array, purpose: string, word: string): T | null => {
  const [text = '', mac = '', more] = word.split('.')
  const given = Buffer.from(mac, 'base64url')
  const expected = macOf(secret, purpose, text)
  if (more !== undefined || given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as T
}

/** What a signed address says. */
interface Signed {
  id: string
  variant: Variant
  name: string
  mime: string
  /** Epoch milliseconds at which it ends. */
  until: number
}

const purpose = 'private file'

/** An address under which anybody who has it can fetch the file for five minutes: call it after the permission check. */
export const privateAddress = (
  services: Services,
  file: Pick<PrivateFile, 'id' | 'name' | 'mime'>,
  variant: Variant,
): string => {
  const { id, name, mime } = file
  const until = services.clock.now().getTime() + signedFor
  return `/files/private?token=${sealed(services.secret, purpose, { id, variant, name, mime, until } satisfies Signed)}`
}

/** What a signed address leads to; null when it is forged or its time is over. */
export const readPrivateAddress = (services: Services, token: string) => {
  const signed = unsealed<Signed>(services.secret, purpose, token)
  if (!signed || signed.until < services.clock.now().getTime()) return null
  return { ...signed, key: `${signed.id}/${variants[signed.variant]}` }
}
