import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'
import { workbookText } from './workbook-text.ts'

/**
 * Streams an Excel workbook (ECMA-376, inline strings): rows arrive in chunks, and only one chunk is in memory. The
 * library used for exports in the browser holds the whole sheet, 500 MB for 50,000 rows.
 */

const escaped = (text: string): string =>
  workbookText(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/**
 * Prefixes a text that a spreadsheet would evaluate as a formula (OWASP, CSV injection). A phone number starts with `+`
 * too.
 */
const inert = (text: string): string => (/^[=+\-@\t\r\n＝＋－＠]/u.test(text) ? `'${text}` : text)

/** `A`, `B`, … `Z`: sheets here have at most 26 columns. */
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** Every cell has an explicit reference: the standard makes it optional, but some readers require it. */
const row = (number: number, cells: readonly string[], style = ''): string =>
  `<row r="${number}">${cells
    .map((cell, place) =>
      cell === ''
        ? ''
        : `<c r="${letters[place]}${number}" t="inlineStr"${style}><is><t xml:space="preserve">${escaped(inert(cell))}</t></is></c>`,
    )
    .join('')}</row>`

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export const excelType = `${type}.sheet`

/** Sheet names have at most 31 characters and must not contain these. */
const sheetName = (title: string): string => escaped(title.replace(/[\\/?*[\]:"]/g, ' ').slice(0, 31))

const frame = (titles: readonly string[]): [string, string][] => [
  [
    '[Content_Types].xml',
    `${head}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>${titles.map((_, index) => `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${type}.worksheet+xml"/>`).join('')}</Types>`,
  ],
  [
    '_rels/.rels',
    `${head}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${titles.map((title, index) => `<sheet name="${sheetName(title)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `${head}<Relationships xmlns="${packaged}/relationships">${titles.map((_, index) => `<Relationship Id="rId${index + 1}" Type="${office}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`).join('')}<Relationship Id="rId${titles.length + 1}" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  ],
  [
    'xl/styles.xml',
    `${head}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/></font><font><b/><sz val="11"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf fontId="0"/><xf fontId="1" applyFont="1"/><xf fontId="0" numFmtId="49" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  ],
]

type Pieces = AsyncIterable<readonly (readonly string[])[]>

/** Sheet of a workbook; its chunks are read when the sheet is written. */
export interface Sheet {
  title: string
  heads: readonly string[]
  pieces: Pieces
}

async function* sheetXml(heads: readonly string[], pieces: Pieces): AsyncGenerator<string> {
  // Format the column as text, so that numbers entered later retain leading zeros.
  const widths = heads
    .map((_, place) => `<col min="${place + 1}" max="${place + 1}" width="20" customWidth="1" style="2"/>`)
    .join('')
  yield `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths}</cols><sheetData>${row(1, heads, ' s="1"')}`
  let number = 1
  for await (const rows of pieces)
    yield rows
      .map((cells) => {
        number += 1
        return row(number, cells)
      })
      .join('')
  yield '</sheetData></worksheet>'
}

/** Flags: sizes and checksum of an entry follow its data (PKWARE APPNOTE 4.3.9). */
const streamed = 0x0808
const deflated = 8

interface Packed {
  name: Buffer
  crc: number
  packed: number
  bytes: number
  offset: number
}

const localHead = (name: Buffer): Buffer => {
  const fixed = Buffer.alloc(30)
  fixed.write('PK\x03\x04', 'latin1')
  fixed.writeUInt16LE(20, 4)
  fixed.writeUInt16LE(streamed, 6)
  fixed.writeUInt16LE(deflated, 8)
  fixed.writeUInt16LE(0x21, 12)
  fixed.writeUInt16LE(name.length, 26)
  return Buffer.concat([fixed, name])
}

const figures = ({ crc, packed, bytes }: Packed): Buffer => {
  const tail = Buffer.alloc(16)
  tail.write('PK\x07\x08', 'latin1')
  tail.writeUInt32LE(crc, 4)
  tail.writeUInt32LE(packed, 8)
  tail.writeUInt32LE(bytes, 12)
  return tail
}

const listed = (entry: Packed): Buffer => {
  const fixed = Buffer.alloc(46)
  fixed.write('PK\x01\x02', 'latin1')
  fixed.writeUInt16LE(20, 4)
  fixed.writeUInt16LE(20, 6)
  fixed.writeUInt16LE(streamed, 8)
  fixed.writeUInt16LE(deflated, 10)
  fixed.writeUInt16LE(0x21, 14)
  fixed.writeUInt32LE(entry.crc, 16)
  fixed.writeUInt32LE(entry.packed, 20)
  fixed.writeUInt32LE(entry.bytes, 24)
  fixed.writeUInt16LE(entry.name.length, 28)
  fixed.writeUInt32LE(entry.offset, 42)
  return Buffer.concat([fixed, entry.name])
}

/** Writes with back-pressure: waits while the reader's buffer is full, and throws if the reader has disconnected. */
const put = async (out: PassThrough, bytes: Buffer): Promise<void> => {
  if (out.destroyed) throw new Error('The reader has gone')
  if (!out.write(bytes)) await Promise.race([once(out, 'drain'), once(out, 'close')])
}

const pack = async (
  out: PassThrough,
  name: string,
  offset: number,
  texts: AsyncIterable<string> | string[],
): Promise<Packed> => {
  const entry: Packed = { name: Buffer.from(name), crc: 0, packed: 0, bytes: 0, offset }
  await put(out, localHead(entry.name))
  const deflate = createDeflateRaw()
  const sending = (async () => {
    for await (const chunk of deflate as AsyncIterable<Buffer>) {
      entry.packed += chunk.length
      await put(out, chunk)
    }
  })()
  try {
    for await (const text of texts) {
      const bytes = Buffer.from(text)
      entry.crc = crc32(bytes, entry.crc)
      entry.bytes += bytes.length
      if (!deflate.write(bytes)) await Promise.race([once(deflate, 'drain'), sending])
    }
    deflate.end()
    await sending
  } catch (error) {
    deflate.destroy()
    await sending.catch(() => undefined)
    throw error
  }
  await put(out, figures(entry))
  return entry
}

const write = async (out: PassThrough, sheets: readonly Sheet[]): Promise<void> => {
  const entries: Packed[] = []
  let offset = 0
  const add = async (name: string, texts: AsyncIterable<string> | string[]) => {
    const entry = await pack(out, name, offset, texts)
    entries.push(entry)
    offset += 30 + entry.name.length + entry.packed + 16
  }
  for (const [name, text] of frame(sheets.map(({ title }) => title))) await add(name, [text])
  for (const [index, { heads, pieces }] of sheets.entries())
    await add(`xl/worksheets/sheet${index + 1}.xml`, sheetXml(heads, pieces))
  const central = Buffer.concat(entries.map(listed))
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  await put(out, Buffer.concat([central, end]))
  out.end()
}

/**
 * Returns the workbook as a stream. If `pieces` throws, the stream is destroyed, because a partial file must not look
 * complete.
 */
export const workbookOf = (sheets: readonly Sheet[]): Readable => {
  const out = new PassThrough()
  write(out, sheets).catch((error: Error) => out.destroy(error))
  return out
}

/** Bytes buffered on either side of the stream; 50,000 members take about 5 MB. */
const ahead = 4 * 1024 ** 2

/**
 * Like `workbookOf`, for sheets that are only readable during `reading`. Resolves once the sheets are available;
 * rejects with errors thrown before. A slow client delays `reading` only if the workbook exceeds `ahead`.
 */
export const workbookWithin = async (
  reading: (give: (sheets: readonly Sheet[]) => Promise<void>) => Promise<void>,
): Promise<Readable> => {
  const out = new PassThrough({ highWaterMark: ahead })
  // Prevents an uncaught error before a listener is attached; the promise rejects instead.
  out.on('error', () => undefined)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  reading((sheets) => {
    resolve()
    return write(out, sheets)
  }).catch((error: Error) => {
    reject(error)
    out.destroy(error)
  })
  await promise
  return out
}

/** Returns a workbook with one sheet. */
export const excelOf = (title: string, heads: readonly string[], pieces: Pieces): Readable =>
  workbookOf([{ title, heads, pieces }])
