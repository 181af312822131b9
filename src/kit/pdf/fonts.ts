import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { Face, Blob as FontBlob } from 'harfbuzzjs'
import { LRUCache } from 'lru-cache'
import decompress from 'woff2-encoder/decompress'
import type { Locale } from '../locale.ts'
import { readPieces } from '../pictures/typeface.ts'
import { MissingGlyphs } from './missing-glyphs.ts'
import { staticFont } from './static-font.ts'

const { resolve } = createRequire(import.meta.url)

/** Font weights used in documents. */
export type Weight = 400 | 700

/** Style sheets of the site's typefaces, as import specifiers. */
const korean = 'pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css'
const chinese = '@fontsource-variable/noto-sans-sc/wght.css'
/**
 * Fallback order: the first typeface with the character draws it. Chinese characters in Korean names come from the
 * second.
 */
const order: Record<Locale, readonly string[]> = {
  ko: [korean, chinese],
  en: [korean, chinese],
  cn: [chinese, korean],
}

/** File of a typeface at one weight, as embedded. */
export interface Cut {
  /** Font name in the PDF, the same for the same file and weight. */
  key: string
  font: Buffer
  characters: ReadonlySet<number>
}

/** Maximum number of open files, 60 KB each; a Korean page needs about 30. */
const mostOpen = 256
const open = new LRUCache<string, Promise<Cut>>({ max: mostOpen })
const sheets = new Map<string, Promise<ReturnType<typeof readPieces>>>()

const piecesOf = (sheet: string) => {
  const cached = sheets.get(sheet)
  if (cached) return cached
  const path = resolve(sheet)
  const read = readFile(path, 'utf8').then((text) => readPieces(text, dirname(path)))
  sheets.set(sheet, read)
  read.catch(() => sheets.delete(sheet))
  return read
}

const readCut = async (file: string, weight: Weight, key: string): Promise<Cut> => {
  const font = await staticFont(await decompress(await readFile(file)), weight)
  return { key, font, characters: new Set(new Face(new FontBlob(font)).collectUnicodes()) }
}

const openCut = (file: string, weight: Weight): Promise<Cut> => {
  const key = `${file.split('/').at(-1)} ${weight}`
  const cached = open.get(key)
  if (cached) return cached
  const opened = readCut(file, weight, key)
  open.set(key, opened)
  opened.catch(() => open.delete(key))
  return opened
}

const cutFor = async (codePoint: number, weight: Weight, locale: Locale): Promise<Cut | null> => {
  for (const sheet of order[locale])
    for (const { file, ranges } of await piecesOf(sheet)) {
      if (!ranges.some(([first, last]) => first <= codePoint && codePoint <= last)) continue
      const cut = await openCut(file, weight)
      // unicode-range covers all weights, so a file may lack a character that its range declares.
      if (cut.characters.has(codePoint)) return cut
    }
  return null
}

/** Invisible in print: emoji joiners and variation selectors, direction marks. */
const unseen = /[\p{Cf}\p{Variation_Selector}]|\u20e3/gu
/** Emoji (Unicode TR 51), which are not part of a name: omitted if no typeface has the glyph. */
const picture = /[\p{Emoji_Presentation}\p{Emoji_Modifier}\p{Regional_Indicator}]/u

/**
 * Normalizes a text for typesetting: composed (NFC), white space collapsed, invisible characters removed. Line ends
 * remain.
 */
export const cleanText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(unseen, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/(?!\n)\p{Cc}/gu, '')

/** Part of a line drawn with one font file. */
export interface Run {
  cut: Cut
  text: string
}

/** Splits lines into runs. Built for a known set of texts. */
export class Faces {
  readonly #cuts: ReadonlyMap<string, Cut>

  constructor(cuts: ReadonlyMap<string, Cut>) {
    this.#cuts = cuts
  }

  /** Returns the runs of a text. A character stays in the current run if its font has it. */
  runs(text: string, weight: Weight): Run[] {
    const runs: Run[] = []
    for (const character of text) {
      const last = runs.at(-1)
      const cut = this.#cuts.get(weight + character)
      if (!cut) continue
      if (last && (last.cut === cut || (character === ' ' && last.cut.characters.has(32)))) last.text += character
      else runs.push({ cut, text: character })
    }
    return runs
  }
}

/** Opens the font files needed by the texts. Throws `MissingGlyphs`. */
export const openFaces = async (texts: Iterable<{ text: string; weight: Weight }>, locale: Locale): Promise<Faces> => {
  const cuts = new Map<string, Cut>()
  const missing = new Set<string>()
  for (const { text, weight } of texts)
    for (const character of cleanText(text)) {
      if (character === '\n' || cuts.has(weight + character)) continue
      const cut = await cutFor(character.codePointAt(0) ?? 0, weight, locale)
      if (cut) cuts.set(weight + character, cut)
      else if (!picture.test(character)) missing.add(character)
    }
  if (missing.size > 0) throw new MissingGlyphs([...missing].join(''))
  return new Faces(cuts)
}
