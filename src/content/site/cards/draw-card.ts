import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import sharp, { type OverlayOptions, type Sharp } from 'sharp'
import type { FileStore } from '#kit/files/file-store.ts'
import type { Locale } from '#kit/locale.ts'
import { layOut, type Setting } from '#kit/pictures/lines.ts'
import { Typeface, type Words, wordsOf } from '#kit/pictures/typeface.ts'
import { besideSize, type Card, cardSize } from './card.ts'

const serifKorean = new Typeface('@fontsource-variable/noto-serif-kr/wght.css', 600)
const serifChinese = new Typeface('@fontsource-variable/noto-serif-sc/wght.css', 600)
const sansKorean = new Typeface('pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css', 500)
const sansChinese = new Typeface('@fontsource-variable/noto-sans-sc/wght.css', 500)

/** A glyph of another typeface is better than none. */
const sans = (lang: Locale) => (lang === 'cn' ? [sansChinese, sansKorean] : [sansKorean, sansChinese])
const serif = (lang: Locale) => [
  ...(lang === 'cn' ? [serifChinese, serifKorean] : [serifKorean, serifChinese]),
  ...sans(lang),
]

/** px, from the edges of the card to what is written. */
const margin = 72
const titleLine = 1.34
const titleTracking = -0.015
const quietSize = 27
const quietLine = 1.5

const inLines = (most: number, ...sizes: number[]): Setting[] => sizes.map((size) => ({ size, most }))

/** Titles: rather smaller than in a third line, by the room there is. */
const titleSettings = {
  beside: [...inLines(2, 72, 64, 58), ...inLines(3, 58, 52, 46, 42)],
  wide: [...inLines(2, 80, 74, 68), ...inLines(3, 68, 62, 56, 50)],
}

/** Ink of the words on their ground. */
export interface Inks {
  title: string
  over: string
  under: string
}

/** What makes a card one of its site: colours, mark, and how its words are set. Colours as CSS writes them. */
export interface Dress {
  /** Ground of a card without a picture. */
  paper: string
  /** Behind the words over a picture, and behind a picture's label. */
  ink: string
  onPaper: Inks
  onInk: Inks
  /** The mark as SVG, some 48 wide where `scale` is 1. `faint`: large and pale behind the words. */
  mark(x: number, y: number, scale: number, ground: 'paper' | 'ink' | 'faint'): string
  /** Titles and the name: with serifs or without. */
  title: 'serif' | 'sans'
  /** Keeps together on one line what belongs together. */
  bound(text: string): string
  /** File of the picture behind a card of a page without one of its own, in `DrawingRoom.directory`. */
  ground: string
}

const linesOf = (words: Words, lines: readonly string[], size: number, x: number, y: number, line: number) =>
  lines.map((text, at) => words.draw(text, size, x, y + at * line, tracking(size))).join('')

/** Large type is set closer. */
const tracking = (size: number) => (size > 40 ? titleTracking : 0)

const measuredBy = (words: Words) => (part: string, size: number) => words.widthOf(part, size, tracking(size))

/** Three lines at most, and two of the same text. A separator is never at the end of a line. */
const layQuiet = async (card: Card, { bound }: Dress, width: number) => {
  const [first, ...others] = card.under
  if (first === undefined) return []
  const laid = [first, ...others].map(async (text) => {
    const words = await wordsOf(sans(card.lang), bound(text))
    const { size, lines } = layOut(words.text, width, inLines(2, quietSize), measuredBy(words))
    return lines.map((line) => ({ words, size, line: line.replace(/[\s\u2060·]+$/u, '') }))
  })
  return (await Promise.all(laid)).flat().slice(0, 3)
}

/**
 * The words of a card as SVG paths, in a column of that width on the left: the firm's name above, the title and what
 * belongs to it at the foot, or over a picture in its sky.
 */
const writeWords = async (card: Card, dress: Dress, width: number, ground: 'paper' | 'ink'): Promise<string> => {
  const { bound } = dress
  const inks = ground === 'ink' ? dress.onInk : dress.onPaper
  const faces = dress.title === 'serif' ? serif : sans
  const [firm, over, named, quiet] = await Promise.all([
    wordsOf(faces(card.locale), card.firm),
    wordsOf(sans(card.locale), bound(card.over)),
    wordsOf(faces(card.lang), bound(card.title)),
    layQuiet(card, dress, width),
  ])
  // A title of nothing but signs that no typeface has.
  const title = named.text ? named : firm
  const settings = titleSettings[card.look === 'beside' ? 'beside' : 'wide']
  const { size, lines } = layOut(title.text, width, settings, measuredBy(title))
  const house = layOut(firm.text, width - 68, inLines(1, 30, 26), measuredBy(firm))
  const above = layOut(over.text, width, inLines(1, quietSize, 24), measuredBy(over))

  const line = size * titleLine
  const foot = cardSize.height - margin - 2
  const quietTop = foot - Math.max(0, quiet.length - 1) * quietSize * quietLine
  const lowest = quiet.length > 0 ? quietTop - 66 : foot
  const first = card.look === 'ground' ? 236 : lowest - (lines.length - 1) * line
  return [
    dress.mark(margin, margin - 4, 1.02, ground),
    `<g fill="${inks.title}">`,
    linesOf(firm, house.lines, house.size, margin + 66, margin + 32, 0),
    linesOf(title, lines, size, margin, first, line),
    '</g>',
    `<g fill="${inks.over}">`,
    linesOf(over, above.lines, above.size, margin, first - size * 0.9 - 30, 0),
    '</g>',
    `<g fill="${inks.under}">`,
    ...quiet.map(({ words, size: small, line: text }, at) =>
      words.draw(text, small, margin, quietTop + at * quietSize * quietLine),
    ),
    '</g>',
  ].join('')
}

/** The label of a picture that shows nothing real, in its lower right corner. */
const writeLabel = async (card: Card, { ink, paper }: Dress): Promise<string> => {
  if (!card.label) return ''
  const size = 20
  const words = await wordsOf(sans(card.locale), card.label)
  const width = words.widthOf(words.text, size)
  const right = cardSize.width - 24
  const bottom = cardSize.height - 24
  return `<rect x="${right - width - 24}" y="${bottom - 36}" width="${width + 24}" height="36" rx="2" fill="${ink}" fill-opacity=".72"/>
    <g fill="${paper}">${words.draw(words.text, size, right - width - 12, bottom - 11)}</g>`
}

const svg = (inner: string): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${cardSize.width}" height="${cardSize.height}">${inner}</svg>`,
  )

/** Gradient: dark behind the words, transparent over the picture. */
const shade = (
  ink: string,
): string => `<defs><linearGradient id="s"><stop offset="0" stop-color="${ink}" stop-opacity=".88"/>
  <stop offset=".55" stop-color="${ink}" stop-opacity=".62"/><stop offset="1" stop-color="${ink}" stop-opacity=".2"/></linearGradient></defs>
  <rect width="${cardSize.width}" height="${cardSize.height}" fill="url(#s)"/>`

/** Paper with the site's mark large and faint behind the words. */
const sheet = ({ mark }: Dress): string => mark(760, 128, 10.8, 'faint')

const crop = (source: Buffer | string, { width, height }: Size) =>
  sharp(source).resize({ width, height, fit: 'cover', position: 'centre' })

/** Bytes of a picture at most: messengers leave out what is heavier. */
const mostBytes = 150_000

/** As good as fits: letters want every pixel's own colour (4:4:4). Not `mozjpeg`: 17 times the work for 5 in 100 bytes. */
const encode = async (picture: Buffer): Promise<Buffer> => {
  const source = sharp(picture, { raw: { ...cardSize, channels: 3 } })
  for (const quality of [86, 76, 66, 50]) {
    const made = await source.clone().jpeg({ quality, chromaSubsampling: '4:4:4', progressive: true }).toBuffer()
    if (made.length <= mostBytes || quality === 50) return made
  }
  throw new Error('No quality was tried')
}

export interface DrawingRoom {
  files: Pick<FileStore, 'read'>
  /** Hears of a picture whose bytes are no picture. */
  onUnreadable(error: unknown): void
  /** Folder of the pictures that come with the product. */
  directory: string
}

type Size = Record<'width' | 'height', number>

/** Pixels of the record's picture, cut to a size; null when its bytes are gone or broken: the card is drawn without. */
const readPicture = async (room: DrawingRoom, picture: Card['picture'], size: Size) => {
  const stream = picture && (await room.files.read(`${picture.id}/${picture.width}.webp`))
  if (!stream) return null
  const bytes = await buffer(stream)
  try {
    const cut = crop(bytes, size).toColourspace('srgb').removeAlpha().raw()
    const { data, info } = await cut.toBuffer({ resolveWithObject: true })
    return { input: data, raw: { ...size, channels: info.channels } }
  } catch (error) {
    room.onUnreadable(error)
    return null
  }
}

/** Draws a card as JPEG of 1200 × 630 px and at most 150 KB. The same card gives the same bytes on every machine. */
export const drawCard = async (card: Card, room: DrawingRoom, dress: Dress): Promise<Buffer> => {
  const own = await readPicture(room, card.picture, card.look === 'beside' ? besideSize : cardSize)
  const label = own ? await writeLabel(card, dress) : ''
  const paper = sharp({ create: { ...cardSize, channels: 3, background: dress.paper } })
  const composed = (base: Sharp, layers: OverlayOptions[]) => base.composite(layers).removeAlpha().raw().toBuffer()

  if (own && card.look === 'alone')
    return encode(await composed(sharp(own.input, { raw: own.raw }), [{ input: svg(label) }]))
  if (own && card.look === 'beside') {
    const left = cardSize.width - besideSize.width
    const words = await writeWords(card, dress, left - margin - 48, 'paper')
    return encode(await composed(paper, [{ ...own, left, top: 0 }, { input: svg(words + label) }]))
  }
  if (card.look === 'ground') {
    const words = await writeWords(card, dress, 760, 'ink')
    const ground = own ? sharp(own.input, { raw: own.raw }) : crop(join(room.directory, dress.ground), cardSize)
    return encode(await composed(ground, [{ input: svg((own ? shade(dress.ink) : '') + words) }]))
  }
  return encode(await composed(paper, [{ input: svg(sheet(dress) + (await writeWords(card, dress, 950, 'paper'))) }]))
}
