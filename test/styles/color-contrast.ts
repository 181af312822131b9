import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Custom properties at one place in a page, by name without the two hyphens. */
export type Tokens = Record<string, string>

/** Contrast ratios of WCAG 2.2: 1.4.3 for text, 1.4.11 for edges of controls, icons and focus. */
export const textRatio = 4.5
export const controlRatio = 3

/** Relative luminance of `#rrggbb`, as WCAG 2.2 defines it. */
const calculateLuminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(colour.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export const calculateContrast = (one: string, other: string): number => {
  const [darker = 0, lighter = 0] = [calculateLuminance(one), calculateLuminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

const readSheet = (path: string): string => readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')

/** Declarations of the first block with that selector, as written in the style sheet. */
export const readTokens = (path: string, selector: string): Tokens => {
  const sheet = readSheet(path)
  const start = sheet.indexOf(`${selector} {`)
  if (start < 0) throw new Error(`${path} has no ${selector}`)
  const block = sheet.slice(sheet.indexOf('{', start) + 1, sheet.indexOf('}', start))
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value.trim()]),
  )
}

/** Blends a translucent color with white: a bright picture gives light text above an overlay the least contrast. */
const blendWithWhite = (parts: readonly number[], opacity: number): string =>
  `#${parts
    .map((part) =>
      Math.round(part * opacity + 255 * (1 - opacity))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/** Color of a token as `#rrggbb`, with references resolved; undefined if the token is not a color. */
export const resolveColour = (tokens: Tokens, name: string): string | undefined => {
  const value = tokens[name] ?? ''
  const [, reference] = /^var\(--([\w-]+)\)$/.exec(value) ?? []
  if (reference) return resolveColour(tokens, reference)
  const [, red, green, blue, opacity] = /^rgb\((\d+) (\d+) (\d+) \/ ([\d.]+)\)$/.exec(value) ?? []
  if (opacity) return blendWithWhite([red, green, blue].map(Number), Number(opacity))
  return /^#[\da-f]{6}$/i.test(value) ? value : undefined
}

/** Every pair of tokens with less contrast than `least`, as `text on ground: ratio`. */
export const findWeakPairs = (
  tokens: Tokens,
  pairs: readonly (readonly [text: string, ground: string])[],
  least: number,
): string[] =>
  pairs.flatMap(([text, ground]) => {
    const [front, back] = [resolveColour(tokens, text), resolveColour(tokens, ground)]
    if (!front || !back) return [`${front ? ground : text} is no colour`]
    const ratio = calculateContrast(front, back)
    return ratio < least ? [`${text} on ${ground}: ${ratio.toFixed(2)}`] : []
  })

/** Every combination of a text and a background. */
export const pairAll = (texts: readonly string[], grounds: readonly string[]): (readonly [string, string])[] =>
  texts.flatMap((text) => grounds.map((ground) => [text, ground] as const))

export interface SheetColours {
  /** Tokens used as a text color. */
  texts: Set<string>
  /** Tokens used as a background. */
  grounds: Set<string>
  /** Text and background declared in the same rule. */
  pairs: [text: string, ground: string][]
  /** Custom properties that are read. */
  read: Set<string>
  /** Custom properties that are declared. */
  declared: Set<string>
}

/** Reads the colors of all style sheets below these folders. */
export const readSheetColours = (folders: readonly string[]): SheetColours => {
  const found: SheetColours = { texts: new Set(), grounds: new Set(), pairs: [], read: new Set(), declared: new Set() }
  const sheets = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.css'))
      .map((name) => join(folder, name)),
  )
  for (const path of sheets) {
    const sheet = readSheet(path)
    for (const [, name = ''] of sheet.matchAll(/var\(--([\w-]+)\)/g)) found.read.add(name)
    for (const [, name = ''] of sheet.matchAll(/(?:^|[;{\s])--([\w-]+)\s*:/g)) found.declared.add(name)
    for (const [, body = ''] of sheet.matchAll(/\{([^{}]*)\}/g)) {
      const text = /(?:^|[;\s])color:\s*var\(--([\w-]+)\)/.exec(body)?.[1]
      const ground = /(?:^|[;\s])background(?:-color)?:\s*var\(--([\w-]+)\)/.exec(body)?.[1]
      if (text) found.texts.add(text)
      if (ground) found.grounds.add(ground)
      if (text && ground) found.pairs.push([text, ground])
    }
  }
  return found
}
