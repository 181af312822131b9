import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Face, Font, Blob as FontBlob, Buffer as GlyphBuffer, shape, Variation } from 'harfbuzzjs'
import { LRUCache } from 'lru-cache'
import decompress from 'woff2-encoder/decompress'
import { type Range, readRanges } from '../text/unicode-range.ts'

const { resolve } = createRequire(import.meta.url)

/** File of a typeface: web fonts are split into about a hundred subsets by character range. */
interface Piece {
  file: string
  ranges: readonly Range[]
}

/** Opened subset at the typeface's weight. */
interface Cut {
  font: Font
  /** Units per em of the font. */
  em: number
  /** SVG paths by glyph, in font units with the y axis pointing up. */
  outlines: Map<number, string>
}

/** Maximum open subsets per typeface, about 200 KB each with their outlines; opening one takes 4 ms. */
const mostOpen = 48

/** Returns the subsets listed in a style sheet of `@font-face` rules. */
export const readPieces = (sheet: string, folder: string): Piece[] =>
  [...sheet.matchAll(/@font-face\s*\{([^}]*)\}/g)].flatMap(([, rule = '']) => {
    const file = /url\(['"]?([^'")]+\.woff2)['"]?\)/.exec(rule)?.[1]
    const ranges = readRanges(/unicode-range:([^;]*)/.exec(rule)?.[1] ?? '')
    return file && ranges.length > 0 ? [{ file: join(folder, file), ranges }] : []
  })

/**
 * Variable web font from an npm package, described by a style sheet that maps characters to files. Pictures use the
 * same files as visitors, so that they have the site's typefaces whatever fonts the machine has.
 */
export class Typeface {
  readonly #sheet: string
  readonly #weight: number
  readonly #open = new LRUCache<string, Promise<Cut>>({ max: mostOpen })
  #pieces: Promise<readonly Piece[]> | undefined

  /** `sheet` is the style sheet's import specifier; `weight` is 100 to 900. */
  constructor(sheet: string, weight: number) {
    this.#sheet = sheet
    this.#weight = weight
  }

  /** Returns the opened subset that has the character; null if there is none. */
  async cutOf(codePoint: number): Promise<Cut | null> {
    this.#pieces ??= this.#readSheet()
    for (const { file, ranges } of await this.#pieces) {
      if (!ranges.some(([first, last]) => first <= codePoint && codePoint <= last)) continue
      const cut = await this.#openPiece(file)
      // unicode-range covers all weights and widths, so a subset may lack a character that its range declares.
      if (cut.font.nominalGlyph(codePoint)) return cut
    }
    return null
  }

  async #readSheet(): Promise<readonly Piece[]> {
    const path = resolve(this.#sheet)
    return readPieces(await readFile(path, 'utf8'), dirname(path))
  }

  #openPiece(file: string): Promise<Cut> {
    const cached = this.#open.get(file)
    if (cached) return cached
    const opened = this.#read(file)
    this.#open.set(file, opened)
    opened.catch(() => this.#open.delete(file))
    return opened
  }

  async #read(file: string): Promise<Cut> {
    const face = new Face(new FontBlob(await decompress(await readFile(file))))
    const font = new Font(face)
    font.setVariations([new Variation('wght', this.#weight)])
    return { font, em: face.upem, outlines: new Map() }
  }
}

/** Part of a line drawn with one subset. */
interface Run {
  cut: Cut
  text: string
}

const outlineOf = ({ font, outlines }: Cut, glyph: number): string => {
  const cached = outlines.get(glyph)
  if (cached !== undefined) return cached
  const outline = font.glyphToPath(glyph)
  outlines.set(glyph, outline)
  return outline
}

/** Shared, because HarfBuzz memory is freed only on garbage collection. */
const buffer = new GlyphBuffer()

/** Returns the glyphs of a run in order, with kerning (HarfBuzz). */
const glyphsOf = ({ cut, text }: Run) => {
  buffer.reset()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  shape(cut.font, buffer)
  return buffer.getGlyphInfosAndPositions()
}

/** Rounds a coordinate in px to three decimals. */
const fine = (number: number): number => Math.round(number * 1000) / 1000

/**
 * Invisible in print: emoji joiners and variation selectors, direction marks. The word joiner stays, because it
 * prevents line breaks.
 */
const unseen = /(?!\u2060)[\p{Cf}\p{Variation_Selector}]|\u20e3/gu
const spaces = /[\s\p{Cc}]+/gu
const binding = /[\u2060]/g
const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Text in which every character has an outline. */
export class Words {
  /** Text without the characters that no typeface has. Line ends, no-break spaces and word joiners remain. */
  readonly text: string
  readonly #cuts: ReadonlyMap<string, Cut>
  /** Widths at size 1: fitting a size measures the same parts many times. */
  readonly #measured = new Map<string, { advance: number; glyphs: number }>()

  constructor(text: string, cuts: ReadonlyMap<string, Cut>) {
    this.text = text
    this.#cuts = cuts
  }

  /** Returns the width in px of a part of the text at a size in px; `tracking` in em. */
  widthOf(part: string, size: number, tracking = 0): number {
    const { advance, glyphs } = this.#measured.get(part) ?? this.#measure(part)
    return size * (advance + tracking * Math.max(0, glyphs - 1))
  }

  /** Returns SVG for a part of the text; its baseline starts at (`x`, `y`), in px. */
  draw(part: string, size: number, x: number, y: number, tracking = 0): string {
    let at = x
    const paths: string[] = []
    for (const run of this.#runs(part)) {
      const scale = size / run.cut.em
      for (const { codepoint, xAdvance = 0, xOffset = 0, yOffset = 0 } of glyphsOf(run)) {
        const outline = outlineOf(run.cut, codepoint)
        const place = [scale, 0, 0, -scale, fine(at + xOffset * scale), fine(y - yOffset * scale)]
        if (outline) paths.push(`<path transform="matrix(${place.join(' ')})" d="${outline}"/>`)
        at += xAdvance * scale + tracking * size
      }
    }
    return paths.join('')
  }

  #measure(part: string) {
    const glyphs = this.#runs(part).flatMap((run) => glyphsOf(run).map(({ xAdvance = 0 }) => xAdvance / run.cut.em))
    const measured = { advance: glyphs.reduce((sum, each) => sum + each, 0), glyphs: glyphs.length }
    this.#measured.set(part, measured)
    return measured
  }

  #runs(part: string): Run[] {
    const runs: Run[] = []
    for (const { segment } of characters.segment(part.replace(binding, '').replace(/\s/g, ' '))) {
      const last = runs.at(-1)
      const cut = this.#cuts.get(segment)
      // Characters not requested before have no outline; the ellipsis is requested with every text.
      if (!cut) continue
      if (last?.cut === cut) last.text += segment
      else runs.push({ cut, text: segment })
    }
    return runs
  }
}

/** Ellipsis for truncated text, with its space. */
const always = ' …'

/**
 * Opens the subsets needed for a text; the first typeface with a character draws it. Omits characters that none has
 * (emoji, private use), so that no picture shows boxes.
 */
export const wordsOf = async (typefaces: readonly Typeface[], text: string): Promise<Words> => {
  const cuts = new Map<string, Cut>()
  const find = async (character: string): Promise<Cut | null> => {
    for (const typeface of typefaces) {
      const found = await Promise.all([...character].map((each) => typeface.cutOf(each.codePointAt(0) ?? 0)))
      const [first] = found
      if (first && found.every((cut) => cut === first)) return first
    }
    return null
  }
  const clean = text
    .normalize('NFC')
    .replace(unseen, '')
    .replace(spaces, (gap) => (gap === '\u00a0' ? gap : gap.includes('\n') ? '\n' : ' '))
  const pieces: string[] = []
  for (const { segment } of characters.segment(always + clean)) {
    const drawn = segment.replace(binding, '').replace(/\s/g, ' ')
    const cut = drawn === '' ? null : (cuts.get(drawn) ?? (await find(drawn)))
    if (cut) cuts.set(drawn, cut)
    if (cut || drawn === '') pieces.push(segment)
  }
  return new Words(
    pieces
      .join('')
      .slice(always.length)
      .replace(/ *\n */g, '\n')
      .replace(/ +/g, ' ')
      .trim(),
    cuts,
  )
}
