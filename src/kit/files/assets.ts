import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** Made pictures, videos and documents that come with the product; `assets/scripts` made them. */
const folder = join(import.meta.dirname, '../../../assets')

const Alt = z.strictObject({ ko: z.string(), en: z.string(), cn: z.string() })
const common = { name: z.string(), alt: Alt, bytes: z.number().int().positive() }

const Entry = z.discriminatedUnion('kind', [
  z.strictObject({
    ...common,
    kind: z.literal('picture'),
    width: z.number().int().positive(),
    height: z.number().int().positive(),
    widths: z.array(z.number().int().positive()).min(1),
    formats: z.array(z.enum(['avif', 'webp'])).min(1),
  }),
  z.strictObject({ ...common, kind: z.enum(['video', 'document']), file: z.string(), mime: z.string() }),
])

/** A file of an asset: `key` is its name in the store below the asset's id. */
export interface AssetFile {
  key: string
  path: string
}
export type Asset = z.infer<typeof Entry> & { _id: string; files: AssetFile[] }
export type PictureAsset = Extract<Asset, { kind: 'picture' }>

const namespace = Buffer.from('6ba7b8119dad11d180b400c04fd430c8', 'hex')

/** The id of an asset, the same in every installation: UUID version 5 of its name (RFC 9562, URL namespace). */
export const assetId = (name: string): string => {
  const hash = createHash('sha1').update(namespace).update(`assets/${name}`).digest().subarray(0, 16)
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6)
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8)
  return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const filesOf = (entry: z.infer<typeof Entry>, at: string): AssetFile[] =>
  entry.kind === 'picture'
    ? entry.widths
        .flatMap((width) => entry.formats.map((format) => `${width}.${format}`))
        .map((key) => ({ key, path: join(at, entry.name, key) }))
    : [{ key: 'original', path: join(at, entry.file) }]

/** All assets of the manifests, with the absolute paths of their files. */
export const readAssets = async (): Promise<Asset[]> => {
  const parts = await Promise.all(
    ['pictures', 'documents'].map(async (part) => {
      const at = join(folder, part)
      const entries = z.array(Entry).parse(JSON.parse(await readFile(join(at, 'manifest.json'), 'utf8')))
      return entries.map((entry) => ({ ...entry, _id: assetId(entry.name), files: filesOf(entry, at) }))
    }),
  )
  return parts.flat()
}
