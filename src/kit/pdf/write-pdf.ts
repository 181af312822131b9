import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import PDFDocument from 'pdfkit'
import { languageTag } from '../locale.ts'
import { breakLines, layOut } from '../pictures/lines.ts'
import { type Band, type Cell, leading, marginOf, pageOf, type Shape } from './bands.ts'
import { cleanText, type Faces, openFaces, type Weight } from './fonts.ts'
import { bandsOf } from './lay-out-paper.ts'
import type { Paper } from './paper.ts'

const ink = '#1a1a1a'
const paleInk = '#5c5c5c'
const hairline = '#c4c4c4'
const headSize = 8

/** Ends truncated text. Requested with every text, so that its glyph is embedded. */
const ellipsis = '…'
/** Characters of page numbers. */
const figures = '0123456789 /'

const weightOf = ({ bold = false }: Pick<Cell, 'bold'>): Weight => (bold ? 700 : 400)

/** Band with its texts broken into lines. */
interface PlacedBand {
  band: Band
  height: number
  cells: { cell: Cell; size: number; lines: string[] }[]
}

/** Maximum number of memoized text widths; repeated texts recur soon. */
const mostWidths = 100_000

/** Draws and measures text with one document's fonts. */
class PageWriter {
  readonly #document: PDFKit.PDFDocument
  readonly #faces: Faces
  readonly #widths = new Map<string, number>()
  readonly #registeredFonts = new Set<string>()

  constructor(document: PDFKit.PDFDocument, faces: Faces) {
    this.#document = document
    this.#faces = faces
  }

  /** Returns the width in points. */
  widthOf(text: string, size: number, weight: Weight): number {
    const key = weight + text
    let width = this.#widths.get(key)
    if (width === undefined) {
      if (this.#widths.size >= mostWidths) this.#widths.clear()
      width = this.#faces
        .runs(text, weight)
        .reduce((sum, run) => sum + this.#take(run.cut.key, run.cut.font, 1000).widthOfString(run.text) / 1000, 0)
      this.#widths.set(key, width)
    }
    return width * size
  }

  /** `y` is the baseline. */
  write(text: string, size: number, weight: Weight, x: number, y: number): void {
    let at = x
    for (const run of this.#faces.runs(text, weight)) {
      const document = this.#take(run.cut.key, run.cut.font, size)
      document.text(run.text, at, y, { lineBreak: false, baseline: 'alphabetic' })
      at += document.widthOfString(run.text)
    }
  }

  #take(key: string, font: Buffer, size: number): PDFKit.PDFDocument {
    if (!this.#registeredFonts.has(key)) {
      this.#document.registerFont(key, font)
      this.#registeredFonts.add(key)
    }
    return this.#document.font(key).fontSize(size)
  }
}

const setCell = (cell: Cell, writer: PageWriter): PlacedBand['cells'][number] => {
  const measured = (line: string, size: number) => writer.widthOf(line, size, weightOf(cell))
  const text = cleanText(cell.text)
  if (cell.maxLines === undefined)
    return { cell, size: cell.size, lines: breakLines(text, (line) => measured(line, cell.size) <= cell.width) }
  const { maxLines } = cell
  const smaller = cell.smaller ?? []
  const settings = [cell.size, ...smaller].map((size, index) => ({
    size,
    maxLines: index === smaller.length ? (cell.maxLinesSmallest ?? maxLines) : maxLines,
  }))
  return { cell, ...layOut(text, cell.width, settings, measured) }
}

const setBand = (band: Band, writer: PageWriter): PlacedBand => {
  const cells: PlacedBand['cells'] = []
  for (const cell of band.cells) {
    const before = cells.at(-1)
    const end = before ? (before.cell.y ?? 0) + before.lines.length * before.size * leading : 0
    cells.push(setCell(cell.after ? { ...cell, y: end + (cell.y ?? 0) } : cell, writer))
  }
  const tallest = Math.max(0, ...cells.map(({ cell, size, lines }) => (cell.y ?? 0) + lines.length * size * leading))
  return { band, cells, height: (band.height ?? tallest) + band.before + band.after }
}

/** Yields each item with the next one; null after the last. */
function* withNext<T>(all: Iterable<T>): Generator<[T, T | null]> {
  let before: { one: T } | undefined
  for (const one of all) {
    if (before) yield [before.one, one]
    before = { one }
  }
  if (before) yield [before.one, null]
}

function* setAll(bands: Iterable<Band>, writer: PageWriter): Generator<PlacedBand> {
  for (const band of bands) yield setBand(band, writer)
}

/**
 * Yields the pages of a document one at a time, so that only one is in memory. Table headers are repeated on
 * continuation pages. Throws for a band taller than a page.
 */
function* paginate(bands: Iterable<Band>, writer: PageWriter, room: number): Generator<PlacedBand[]> {
  let page: PlacedBand[] = []
  let left = room
  let head: PlacedBand | undefined
  for (const [set, next] of withNext(setAll(bands, writer))) {
    if (!set.band.head) head = undefined
    else if (head?.band !== set.band.head) head = setBand(set.band.head, writer)
    if (set.height + (head?.height ?? 0) > room) throw new Error('A part of the paper is taller than a page')
    // A band kept with the next one needs space for both.
    const needed = set.height + (set.band.keepWithNext ? (next?.height ?? 0) : 0)
    if ((needed > left || set.band.fresh) && page.length > 0) {
      yield page
      // A band that starts a page has its own header.
      const repeatedHead = set.band.fresh ? undefined : head
      page = repeatedHead ? [repeatedHead] : []
      left = room - (repeatedHead?.height ?? 0)
    }
    page.push(set)
    left -= set.height
  }
  yield page
}

const take = () => new Promise(setImmediate)

const checkReader = (out: PassThrough): void => {
  if (out.destroyed) throw new Error('The reader has gone')
}

/** Counts the pages before the first is drawn, because each page shows the total. */
const countPages = async (
  bands: Iterable<Band>,
  writer: PageWriter,
  room: number,
  out: PassThrough,
): Promise<number> => {
  let count = 0
  for (const _ of paginate(bands, writer, room)) {
    checkReader(out)
    count += 1
    await take()
  }
  return count
}

const drawShape = (document: PDFKit.PDFDocument, { path, x = 0, colour, clip, stroke }: Shape): void => {
  document.save().translate(x, 0)
  if (clip) document.rect(clip.x, clip.y, clip.width, clip.height).clip()
  document.path(path)
  if (stroke === undefined) document.fill(colour)
  else document.lineWidth(stroke).stroke(colour)
  document.restore()
}

const drawSet = (
  document: PDFKit.PDFDocument,
  writer: PageWriter,
  { band, cells, height }: PlacedBand,
  top: number,
  margin: { x: number },
): void => {
  const room = document.page.width - 2 * margin.x
  if (band.shapes) {
    document.save().translate(margin.x, top + band.before)
    for (const shape of band.shapes) drawShape(document, shape)
    document.restore()
  }
  for (const filled of [false, true]) {
    const boxes = band.boxes?.filter((box) => box.filled === filled) ?? []
    if (boxes.length === 0) continue
    // Fill all boxes as one path: a QR code has many.
    for (const box of boxes) document.rect(margin.x + box.x, top + band.before + box.y, box.width, box.height)
    if (filled) document.fill(ink)
    else document.lineWidth(0.5).stroke(hairline)
  }
  // Texts of different sizes in a row share one baseline.
  const largest = Math.max(0, ...cells.map(({ cell, size }) => (cell.y === undefined ? size : 0)))
  for (const { cell, size, lines } of cells) {
    document.fillColor(cell.colour ?? (cell.pale ? paleInk : ink))
    for (const [number, line] of lines.entries()) {
      const width = writer.widthOf(line, size, weightOf(cell))
      const moved = { left: 0, right: cell.width - width, centre: (cell.width - width) / 2 }[cell.align ?? 'left']
      const y =
        top + band.before + (cell.y ?? 0) + number * leading * size + 1.08 * (cell.y === undefined ? largest : size)
      writer.write(line, size, weightOf(cell), margin.x + cell.x + moved, y)
    }
  }
  if (!band.rule) return
  const y = top + height
  document.moveTo(margin.x, y).lineTo(margin.x + room, y)
  document.lineWidth(band.rule === 'thick' ? 1 : 0.5).stroke(band.rule === 'thick' ? ink : hairline)
}

const drawFrame = (
  document: PDFKit.PDFDocument,
  writer: PageWriter,
  paper: Paper,
  number: number,
  total: number,
): void => {
  const margin = marginOf(paper)
  const { width, height } = document.page
  const line = (text: string, y: number, right: boolean) => {
    const [shortened = ''] = layOut(
      cleanText(text),
      (width - 2 * margin.x) * 0.48,
      [{ size: headSize, maxLines: 1 }],
      (part) => writer.widthOf(part, headSize, 400),
    ).lines
    const x = right ? width - margin.x - writer.widthOf(shortened, headSize, 400) : margin.x
    writer.write(shortened, headSize, 400, x, y)
  }
  document.fillColor(paleInk)
  line(paper.issuer, 42, false)
  line(paper.title, 42, true)
  line(`${number} / ${total}`, height - 30, true)
}

/** Yields every text of a document, including those repeated on each page. */
function* textsOf(paper: Paper): Generator<{ text: string; weight: Weight }> {
  for (const text of [paper.issuer, paper.title, figures, ellipsis]) yield { text, weight: 400 }
  yield { text: ellipsis, weight: 700 }
  for (const { cells } of bandsOf(paper)) for (const cell of cells) yield { text: cell.text, weight: weightOf(cell) }
}

/** Verifies that a document can be typeset, before its URL is returned. Throws `MissingGlyphs`. */
export const checkPaper = async (paper: Paper): Promise<void> => {
  await openFaces(textsOf(paper), paper.locale)
}

/** Bytes buffered for a slow reader before the next page is created. */
const mostWaiting = 256 * 1024

const write = async (paper: Paper, out: PassThrough): Promise<void> => {
  const faces = await openFaces(textsOf(paper), paper.locale)
  const { width, height } = pageOf(paper)
  const document = new PDFDocument({
    autoFirstPage: false,
    // Do not load one of the 14 standard PDF fonts: they have no Korean.
    font: '',
    margin: 0,
    pdfVersion: '1.7',
    lang: languageTag[paper.locale],
    displayTitle: true,
    info: { Title: paper.title, Author: paper.issuer, Producer: 'PDFKit', CreationDate: paper.at, ModDate: paper.at },
  })
  const writer = new PageWriter(document, faces)
  const margin = marginOf(paper)
  const room = height - margin.top - margin.bottom
  const total = paper.bleed ? 0 : await countPages(bandsOf(paper), writer, room, out)
  let number = 0
  document.on('data', (chunk: Buffer) => out.destroyed || out.write(chunk))
  document.on('end', () => out.end())
  for (const page of paginate(bandsOf(paper), writer, room)) {
    while (out.writableLength > mostWaiting && !out.destroyed)
      await Promise.race([once(out, 'drain'), once(out, 'close')])
    checkReader(out)
    document.addPage({ size: [width, height], margin: 0 })
    number += 1
    if (!paper.bleed) drawFrame(document, writer, paper, number, total)
    let top = margin.top
    for (const set of page) {
      drawSet(document, writer, set, top, margin)
      top += set.height
    }
    // Yield to other requests between pages.
    await take()
  }
  document.end()
}

/**
 * Renders a document as PDF 1.7 (ISO 32000), streamed page by page as it is read. Fonts are embedded as subsets and the
 * text is searchable. The same document yields identical bytes. If it fails, the stream is destroyed with the error.
 */
export const pdfOf = (paper: Paper): Readable => {
  const out = new PassThrough()
  write(paper, out).catch((error: Error) => out.destroy(error))
  return out
}
