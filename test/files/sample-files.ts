import { crc32, deflateSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import sharp from 'sharp'
import { files } from '#kit/files/table.ts'
import type { Context } from '#kit/server/context.ts'

const solid = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 180, g: 120, b: 60 } } })

/** A photograph as a phone saves it: rotated by EXIF and with GPS coordinates. Upright it is `height` px wide. */
export const photograph = (width = 1600, height = 1200): Promise<Buffer> =>
  solid(width, height)
    .composite([{ input: { create: { width: 100, height: 100, channels: 3, background: 'white' } }, left: 0, top: 0 }])
    .withExif({ IFD0: { Make: 'Camera of a resident' }, IFD3: { GPSLatitude: '37/1 33/1 58/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

export const picture = (format: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif', width = 40, height = 30): Promise<Buffer> =>
  solid(width, height).toFormat(format).toBuffer()

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** A PNG of a few bytes that claims this size. */
export const hugePng = (width: number, height: number): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

export const pdf = (): Buffer =>
  Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

/** The first bytes of an MP4 video, enough to detect its type. */
export const mp4 = (bytes = 1000): Buffer =>
  Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2', 'latin1'), Buffer.alloc(bytes - 24, 7)])

/** The first bytes of a QuickTime video, as some phones record it. */
export const mov = (bytes = 1000): Buffer =>
  Buffer.concat([Buffer.from('\0\0\0\x14ftypqt  \0\0\x02\0qt  ', 'latin1'), Buffer.alloc(bytes - 20, 7)])

/** Builds a form with files under one field. */
export const form = (field: string, ...parts: [name: string, bytes: Uint8Array, type?: string][]): FormData => {
  const data = new FormData()
  for (const [name, bytes, type] of parts) data.append(field, new File([new Uint8Array(bytes)], name, { type }))
  return data
}

/** Creates the record of a stored picture, without its file. */
export const buildPicture = async (context: Context): Promise<string> => {
  const id = context.newId()
  await context.database.insert(files).values({
    id,
    kind: 'picture',
    name: 'picture.jpg',
    mime: 'image/jpeg',
    bytes: 1,
    sha256: Buffer.alloc(32),
    width: 1440,
    height: 960,
    widths: [480, 960, 1440],
    formats: ['webp'],
    createdAt: context.now(),
    updatedAt: context.now(),
  })
  return id
}

const office = (part: string, type: string): Buffer =>
  Buffer.from(
    zipSync({
      '[Content_Types].xml': strToU8(
        `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/></Types>`,
      ),
      [part]: strToU8('<?xml version="1.0"?><document/>'),
    }),
  )
const archive = (): Buffer => Buffer.from(zipSync({ '자료.txt': strToU8('자료') }))
/** Header of a compound file, as Hangul and older Office versions write it. */
const compound = (): Buffer => Buffer.from('d0cf11e0a1b11ae1'.padEnd(1024, '0'), 'hex')
const movie = (brand: string): Buffer =>
  Buffer.concat([Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0mif1heic`, 'latin1'), Buffer.alloc(900, 7)])

/** A file of each accepted extension. */
export const sampleOf: Readonly<Record<string, () => Buffer | Promise<Buffer>>> = {
  jpg: () => photograph(),
  jpeg: () => photograph(),
  jfif: () => picture('jpeg'),
  png: () => picture('png'),
  webp: () => picture('webp'),
  avif: () => picture('avif'),
  gif: () => picture('gif'),
  heic: () => movie('heic'),
  heif: () => movie('mif1'),
  mp4: () => mp4(),
  m4v: () => movie('M4V '),
  mov: () => mov(),
  webm: () => Buffer.concat([Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d', 'hex'), mp4()]),
  pdf: () => pdf(),
  xlsx: () => office('xl/workbook.xml', 'spreadsheetml.sheet'),
  docx: () => office('word/document.xml', 'wordprocessingml.document'),
  pptx: () => office('ppt/presentation.xml', 'presentationml.presentation'),
  zip: archive,
  hwpx: () =>
    Buffer.from(zipSync({ mimetype: [strToU8('application/hwp+zip'), { level: 0 }], 'version.xml': strToU8('<x/>') })),
  hwp: compound,
  xls: compound,
  doc: compound,
  ppt: compound,
  txt: () => Buffer.from('BM 회의록\r\n1. 누수 점검'),
}
