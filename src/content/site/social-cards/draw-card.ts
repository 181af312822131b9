import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import sharp, { type OverlayOptions, type Sharp } from 'sharp'
import type { FileStore } from '#kit/files/file-store.ts'
import type { Locale } from '#kit/locale.ts'
import { layOut, type Setting } from '#kit/pictures/lines.ts'
import { Typeface, type Words, wordsOf } from '#kit/pictures/typeface.ts'
import { besideSize, type Card, cardSize } from './social-card.ts'

const serifKorean = new Typeface('@fontsource-variable/noto-serif-kr/wght.css', 600)
const serifChinese = new Typeface('@fontsource-variable/noto-serif-sc/wght.css', 600)
const sansKorean = new Typeface('pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css', 500)
const sansChinese = new Typeface('@fontsource-variable/noto-sans-sc/wght.css', 500)

/** Falls back to the other typeface for missing glyphs. */
const listSansFonts = (lang: Locale) => (lang === 'cn' ? [sansChinese, sansKorean] : [sansKorean, sansChinese])
const listSerifFonts = (lang: Locale) => [
  ...(lang === 'cn' ? [serifChinese, serifKorean] : [serifKorean, serifChinese]),
  ...listSansFonts(lang),
]

/** Distance in px between the edges of the card and its text. */
const margin = 72
const titleLine = 1.34
const titleTracking = -0.015
const secondarySize = 27
const secondaryLineHeight = 1.5

const createSettings = (maxLines: number, ...sizes: number[]): Setting[] => sizes.map((size) => ({ size, maxLines }))

/** Title sizes in px in order of preference: two smaller lines before a third line. */
const titleSettings = {
  beside: [...createSettings(2, 72, 64, 58), ...createSettings(3, 58, 52, 46, 42)],
  wide: [...createSettings(2, 80, 74, 68), ...createSettings(3, 68, 62, 56, 50)],
}

/** Text colors on a background. */
export interface TextColors {
  title: string
  over: string
  under: string
}

/** Theme of a site's cards: colors, logo and typesetting. Colors are CSS values. */
export interface CardStyle {
  /** Background of a card without a picture. */
  paper: string
  /** Shade over a picture behind the text, and background of a picture label. */
  ink: string
  onPaper: TextColors
  onInk: TextColors
  /** Returns the logo as SVG, about 48 px wide at `scale` 1. `faint` is large and pale behind the text. */
  mark(x: number, y: number, scale: number, ground: 'paper' | 'ink' | 'faint'): string
  /** Typeface of titles and of the site name. */
  title: 'serif' | 'sans'
  /** Replaces spaces within units by no-break spaces. */
  bindUnits(text: string): string
  /** File of the default background for the layout `ground`, in `DrawingRoom.directory`. */
  ground: string
}

const drawLines = (words: Words, lines: readonly string[], size: number, x: number, y: number, line: number) =>
  lines.map((text, at) => words.draw(text, size, x, y + at * line, getTracking(size))).join('')

/** Returns the letter spacing in em: tighter for large type. */
const getTracking = (size: number) => (size > 40 ? titleTracking : 0)

const createMeasure = (words: Words) => (part: string, size: number) => words.widthOf(part, size, getTracking(size))

/** Lays out the lines below the title: at most three in total and two per text, none ending in a separator. */
const layOutSecondaryLines = async (card: Card, { bindUnits }: CardStyle, width: number) => {
  const [first, ...others] = card.under
  if (first === undefined) return []
  const laid = [first, ...others].map(async (text) => {
    const words = await wordsOf(listSansFonts(card.lang), bindUnits(text))
    const { size, lines } = layOut(words.text, width, createSettings(2, secondarySize), createMeasure(words))
    return lines.map((line) => ({ words, size, line: line.replace(/[\s\u2060·]+$/u, '') }))
  })
  return (await Promise.all(laid)).flat().slice(0, 3)
}

/**
 * Draws the text of a card as SVG paths in a left column of `width` px: site name on top, title and secondary lines at
 * the bottom, or higher over a picture.
 */
const drawText = async (card: Card, style: CardStyle, width: number, ground: 'paper' | 'ink'): Promise<string> => {
  const { bindUnits } = style
  const colors = ground === 'ink' ? style.onInk : style.onPaper
  const faces = style.title === 'serif' ? listSerifFonts : listSansFonts
  const [firm, kicker, named, secondary] = await Promise.all([
    wordsOf(faces(card.locale), card.firm),
    wordsOf(listSansFonts(card.locale), bindUnits(card.over)),
    wordsOf(faces(card.lang), bindUnits(card.title)),
    layOutSecondaryLines(card, style, width),
  ])
  // The typefaces have no glyph for the title: use the site name.
  const title = named.text ? named : firm
  const settings = titleSettings[card.look === 'beside' ? 'beside' : 'wide']
  const { size, lines } = layOut(title.text, width, settings, createMeasure(title))
  const siteName = layOut(firm.text, width - 68, createSettings(1, 30, 26), createMeasure(firm))
  const above = layOut(kicker.text, width, createSettings(1, secondarySize, 24), createMeasure(kicker))

  const line = size * titleLine
  const foot = cardSize.height - margin - 2
  const secondaryTop = foot - Math.max(0, secondary.length - 1) * secondarySize * secondaryLineHeight
  const lowest = secondary.length > 0 ? secondaryTop - 66 : foot
  const first = card.look === 'ground' ? 236 : lowest - (lines.length - 1) * line
  return [
    style.mark(margin, margin - 4, 1.02, ground),
    `<g fill="${colors.title}">`,
    drawLines(firm, siteName.lines, siteName.size, margin + 66, margin + 32, 0),
    drawLines(title, lines, size, margin, first, line),
    '</g>',
    `<g fill="${colors.over}">`,
    drawLines(kicker, above.lines, above.size, margin, first - size * 0.9 - 30, 0),
    '</g>',
    `<g fill="${colors.under}">`,
    ...secondary.map(({ words, size: small, line: text }, at) =>
      words.draw(text, small, margin, secondaryTop + at * secondarySize * secondaryLineHeight),
    ),
    '</g>',
  ].join('')
}

/** Draws the demonstration label in the lower right corner of a picture. */
const drawLabel = async (card: Card, { ink, paper }: CardStyle): Promise<string> => {
  if (!card.label) return ''
  const size = 20
  const words = await wordsOf(listSansFonts(card.locale), card.label)
  const width = words.widthOf(words.text, size)
  const right = cardSize.width - 24
  const bottom = cardSize.height - 24
  return `<rect x="${right - width - 24}" y="${bottom - 36}" width="${width + 24}" height="36" rx="2" fill="${ink}" fill-opacity=".72"/>
    <g fill="${paper}">${words.draw(words.text, size, right - width - 12, bottom - 11)}</g>`
}

const wrapSvg = (inner: string): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${cardSize.width}" height="${cardSize.height}">${inner}</svg>`,
  )

/** Gradient over a picture: dark behind the text, transparent on the right. */
const drawShade = (
  ink: string,
): string => `<defs><linearGradient id="s"><stop offset="0" stop-color="${ink}" stop-opacity=".88"/>
  <stop offset=".55" stop-color="${ink}" stop-opacity=".62"/><stop offset="1" stop-color="${ink}" stop-opacity=".2"/></linearGradient></defs>
  <rect width="${cardSize.width}" height="${cardSize.height}" fill="url(#s)"/>`

/** Large, faint logo behind the text. */
const drawBackground = ({ mark }: CardStyle): string => mark(760, 128, 10.8, 'faint')

const cropPicture = (source: Buffer | string, { width, height }: Size) =>
  sharp(source).resize({ width, height, fit: 'cover', position: 'centre' })

/** Maximum size of the JPEG in bytes: messengers ignore larger images. */
const maxBytes = 150_000

/**
 * Encodes at the highest quality that fits. Text needs full color resolution (4:4:4). No `mozjpeg`: 17 times the CPU
 * time for 5 % fewer bytes.
 */
const encodeJpeg = async (picture: Buffer): Promise<Buffer> => {
  const source = sharp(picture, { raw: { ...cardSize, channels: 3 } })
  for (const quality of [86, 76, 66, 50]) {
    const jpeg = await source.clone().jpeg({ quality, chromaSubsampling: '4:4:4', progressive: true }).toBuffer()
    if (jpeg.length <= maxBytes || quality === 50) return jpeg
  }
  throw new Error('No quality to try')
}

export interface DrawingResources {
  files: Pick<FileStore, 'read'>
  /** Called for a stored picture that cannot be decoded. */
  onUnreadable(error: unknown): void
  /** Folder of the pictures shipped with the product. */
  directory: string
}

type Size = Record<'width' | 'height', number>

/**
 * Returns the pixels of the record's picture cropped to `size`; null if the file is missing or damaged, and the card is
 * drawn without it.
 */
const readPicture = async (resources: DrawingResources, picture: Card['picture'], size: Size) => {
  const stream = picture && (await resources.files.read(`${picture.id}/${picture.width}.webp`))
  if (!stream) return null
  const bytes = await buffer(stream)
  try {
    const cropped = cropPicture(bytes, size).toColourspace('srgb').removeAlpha().raw()
    const { data, info } = await cropped.toBuffer({ resolveWithObject: true })
    return { input: data, raw: { ...size, channels: info.channels } }
  } catch (error) {
    resources.onUnreadable(error)
    return null
  }
}

/** Draws a card as a JPEG of 1200 × 630 px and at most 150 KB. The same card yields the same bytes on every machine. */
export const drawCard = async (card: Card, resources: DrawingResources, style: CardStyle): Promise<Buffer> => {
  const photo = await readPicture(resources, card.picture, card.look === 'beside' ? besideSize : cardSize)
  const label = photo ? await drawLabel(card, style) : ''
  const paper = sharp({ create: { ...cardSize, channels: 3, background: style.paper } })
  const composeLayers = (base: Sharp, layers: OverlayOptions[]) => base.composite(layers).removeAlpha().raw().toBuffer()

  if (photo && card.look === 'alone')
    return encodeJpeg(await composeLayers(sharp(photo.input, { raw: photo.raw }), [{ input: wrapSvg(label) }]))
  if (photo && card.look === 'beside') {
    const left = cardSize.width - besideSize.width
    const words = await drawText(card, style, left - margin - 48, 'paper')
    return encodeJpeg(await composeLayers(paper, [{ ...photo, left, top: 0 }, { input: wrapSvg(words + label) }]))
  }
  if (card.look === 'ground') {
    const words = await drawText(card, style, 760, 'ink')
    const ground = photo
      ? sharp(photo.input, { raw: photo.raw })
      : cropPicture(join(resources.directory, style.ground), cardSize)
    return encodeJpeg(await composeLayers(ground, [{ input: wrapSvg((photo ? drawShade(style.ink) : '') + words) }]))
  }
  return encodeJpeg(
    await composeLayers(paper, [
      { input: wrapSvg(drawBackground(style) + (await drawText(card, style, 950, 'paper'))) },
    ]),
  )
}
