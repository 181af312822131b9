import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { Face, Blob as FontBlob } from 'harfbuzzjs'
import { LRUCache } from 'lru-cache'
import decompress from 'woff2-encoder/decompress'
import type { Locale } from '../locale.ts'
import { readPieces } from '../pictures/typeface.ts'
import { staticFont } from './instance.ts'
import { MissingGlyphs } from './missing-glyphs.ts'

const { resolve } = createRequire(import.meta.url)

/** Weights that papers are set in. */
export type Weight = 400 | 700

/** The typefaces of the site, by the name of their style sheet as an import has it. */
const korean = 'pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css'
const chinese = '@fontsource-variable/noto-sans-sc/wght.css'
/** The first that has a character draws it: Chinese characters in Korean names come of the second. */
const order: Record<Locale, readonly string[]> = {
  ko: [korean, chinese],
  en: [korean, chinese],
  cn: [chinese, korean],
}

/** A file of a typeface at one weight, as it is embedded. */
export interface Cut {
  /** Name within a paper: the same file and weight have the same. */
  key: string
  font: Buffer
  characters: ReadonlySet<number>
}

/** Files held open at once, 60 KB each; a Korean page needs some 30. */
const mostOpen = 256
const open = new LRUCache<string, Promise<Cut>>({ max: mostOpen })
const sheets = new Map<string, Promise<ReturnType<typeof readPieces>>>()

const piecesOf = (sheet: string) => {
  const known = sheets.get(sheet)
  if (known) return known
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
  const known = open.get(key)
  if (known) return known
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
      // Ranges are those of all weights together: a file may lack what its range promises.
      if (cut.characters.has(codePoint)) return cut
    }
  return null
}

/** Unseen in print: how emoji are joined and coloured, marks of direction. */
const unseen = /[\p{Cf}\p{Variation_Selector}]|\u20e3/gu
/** Pictures among letters (Unicode TR 51) are no part of a name: where no typeface draws one, it is left out. */
const picture = /[\p{Emoji_Presentation}\p{Emoji_Modifier}\p{Regional_Indicator}]/u

/** A text as it is set: composed, in one space, without what is not seen. Line ends stay. */
export const cleanText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(unseen, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/(?!\n)\p{Cc}/gu, '')

/** Part of a line that one file draws. */
export interface Run {
  cut: Cut
  text: string
}

/** Divides lines into runs. Made for a known set of texts. */
export class Faces {
  readonly #cuts: ReadonlyMap<string, Cut>

  constructor(cuts: ReadonlyMap<string, Cut>) {
    this.#cuts = cuts
  }

  /** The runs of a part of one of the texts; a character that is in the file before it stays in its run. */
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

/** Opens what the texts need. Throws `MissingGlyphs`. */
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
