import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import decompress from 'woff2-encoder/decompress'
import { type Font, type FontName, readFont, renameFont, withHeights, withWidth, writeFont } from './sfnt-fonts.ts'

/**
 * Font sets built from npm packages, so that tests see the same on every machine: free Linux fonts, and fonts with the
 * names and metrics of those of Windows and Apple.
 */
export type FontSet = 'linux' | 'windows' | 'apple'

const packages = fileURLToPath(new URL('../../node_modules/', import.meta.url))

const hangul = [0xac00, 0xd7a3] as const

/** Latin letters with the widths of Arial and Times New Roman. */
const latin = async (name: 'arimo' | 'tinos', style: FontName['style']): Promise<Font> => {
  const file = `@fontsource/${name}/files/${name}-latin-${style === 'Bold' ? 700 : 400}-normal.woff2`
  return readFont(await decompress(await readFile(join(packages, file))))
}

/** Tables that make a font variable: without them every weight is drawn as the default one. */
const variation = ['fvar', 'gvar', 'avar', 'cvar', 'STAT', 'HVAR', 'MVAR']

/** Korean font with this syllable width and line height, in em, at one weight. */
const korean = async ({ width, ...heights }: { width: number; ascent: number; descent: number }): Promise<Font> => {
  const file = join(packages, 'pretendard/dist/web/variable/woff2/PretendardVariable.woff2')
  const font = readFont(await decompress(await readFile(file)))
  for (const tag of variation) font.delete(tag)
  return withHeights(withWidth(font, hangul, width), heights)
}

const styles = ['Regular', 'Bold'] as const

const both = (family: string, make: (style: FontName['style']) => Promise<Font>, regular = family): Promise<Font>[] =>
  styles.map(async (style) =>
    renameFont(await make(style), {
      family,
      style,
      full: style === 'Regular' ? regular : `${family} ${style}`,
      postScript: `${family.replaceAll(' ', '')}-${style}`,
    }),
  )

/**
 * Chinese font from the unchanged slices of a web font. The first slice, with letters, digits and spaces, has the name
 * that pages request; fontconfig finds the others by character. Characters are one em wide in every font.
 */
const chinese = async (family: string, name: string): Promise<Font[]> => {
  const folder = join(packages, '@fontsource-variable', name, 'files')
  const slices = (await readdir(folder)).filter((file) => /-(latin|\d+)-wght-normal\.woff2$/.test(file))
  return Promise.all(
    slices.map(async (file) => {
      const slice = file.includes('-latin-') ? family : `${family} by character`
      const font = readFont(await decompress(await readFile(join(folder, file))))
      return renameFont(font, { family: slice, style: 'Regular', full: slice, postScript: file.replace('.woff2', '') })
    }),
  )
}

interface Fonts {
  fonts: () => Promise<(Font | Font[])[]>
  /** Families that a generic name or another family resolves to, the preferred first. */
  aliases: Record<string, string[]>
}

const sets: Record<FontSet, Fonts> = {
  linux: {
    fonts: () =>
      Promise.all([
        ...both('Liberation Sans', (style) => latin('arimo', style)),
        ...both('Liberation Serif', (style) => latin('tinos', style)),
        ...both('Noto Sans CJK KR', () => korean({ width: 0.92, ascent: 1.16, descent: 0.288 })),
        ...both('Noto Serif CJK KR', () => korean({ width: 0.966, ascent: 1.151, descent: 0.286 })),
        chinese('Noto Sans CJK SC', 'noto-sans-sc'),
        chinese('Noto Serif CJK SC', 'noto-serif-sc'),
      ]),
    aliases: {
      Arial: ['Liberation Sans'],
      'Times New Roman': ['Liberation Serif'],
      'sans-serif': ['Liberation Sans', 'Noto Sans CJK KR', 'Noto Sans CJK SC'],
      'system-ui': ['Liberation Sans', 'Noto Sans CJK KR', 'Noto Sans CJK SC'],
      serif: ['Liberation Serif', 'Noto Serif CJK KR', 'Noto Serif CJK SC'],
    },
  },
  /** Malgun Gothic is the only Korean font of every Windows: Batang comes with the Korean language pack. */
  windows: {
    fonts: () =>
      Promise.all([
        ...both('Arial', (style) => latin('arimo', style)),
        ...both('Times New Roman', (style) => latin('tinos', style)),
        ...both('Malgun Gothic', () => korean({ width: 0.92, ascent: 1.088, descent: 0.242 })),
      ]),
    aliases: { 'sans-serif': ['Arial', 'Malgun Gothic'], serif: ['Times New Roman', 'Malgun Gothic'] },
  },
  apple: {
    fonts: () =>
      Promise.all([
        ...both('Arial', (style) => latin('arimo', style)),
        ...both('Times New Roman', (style) => latin('tinos', style)),
        ...both(
          'Apple SD Gothic Neo',
          () => korean({ width: 0.865, ascent: 0.9, descent: 0.3 }),
          'Apple SD Gothic Neo Regular',
        ),
      ]),
    aliases: { 'sans-serif': ['Arial', 'Apple SD Gothic Neo'], serif: ['Times New Roman', 'Apple SD Gothic Neo'] },
  },
}

const configuration = (folder: string, aliases: Fonts['aliases']): string =>
  [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">',
    '<fontconfig>',
    `<dir>${folder}</dir>`,
    `<cachedir>${join(folder, 'cache')}</cachedir>`,
    ...Object.entries(aliases).map(
      ([name, families]) =>
        `<alias binding="same"><family>${name}</family><prefer>${families
          .map((family) => `<family>${family}</family>`)
          .join('')}</prefer></alias>`,
    ),
    '</fontconfig>',
  ].join('\n')

const fileOf = (folder: string, set: FontSet): string => join(folder, set, 'fonts.conf')

/** Writes the fonts of a set below `folder`, with a fontconfig file that lists no others. */
export const writeFonts = async (folder: string, set: FontSet): Promise<void> => {
  const { fonts, aliases } = sets[set]
  const into = join(folder, set)
  await mkdir(into, { recursive: true })
  const files = (await fonts()).flat()
  await Promise.all(
    files.map((font, at) => writeFile(join(into, `${at}.${font.has('CFF ') ? 'otf' : 'ttf'}`), writeFont(font))),
  )
  await writeFile(fileOf(folder, set), configuration(into, aliases))
}

/** Environment of a browser that sees only the fonts that `writeFonts` wrote below `folder`. */
export const withFonts = (folder: string, set: FontSet): Record<string, string> => ({
  ...(process.env as Record<string, string>),
  FONTCONFIG_FILE: fileOf(folder, set),
})
