import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  controlRatio,
  findWeakPairs,
  pairAll,
  readSheetColours,
  readTokens,
  resolveColour,
  textRatio,
} from '#test/styles/color-contrast.ts'
import { theme } from './mantine-theme.ts'

const source = join(import.meta.dirname, '../../..')
const sheet = join(import.meta.dirname, '../tokens.css')
const light = readTokens(sheet, ':root')
const schemes = { light, dark: { ...light, ...readTokens(sheet, '[data-mantine-color-scheme="dark"]') } }

const named = (...names: string[]) => names.map((name) => `c-${name}`)

const texts = named('text', 'text-second', 'text-third', 'accent', 'error', 'success')
const grounds = named('sheet', 'tint', 'pane', 'popover', 'selected', 'private', 'skeleton', 'weekend', 'error-ground')
/** Background under the pointer: tertiary text is shown as secondary there, and bronze only as a mark. */
const hoverGrounds = named('pane-hover')
const textsOnHover = named('text', 'text-second', 'error', 'success')

/** Surfaces that are dark in both schemes, or inverted against the sheet. */
const framePairs = [
  ...pairAll(named('rail-text', 'rail-hover', 'rail-count', 'strip-text'), named('rail')),
  ...pairAll(named('action-text'), named('action', 'action-hover')),
  ...pairAll(named('strip-text', 'strip-second', 'strip-accent', 'strip-success', 'strip-harm'), named('strip')),
]
const textPairs = [...pairAll(texts, grounds), ...pairAll(textsOnHover, hoverGrounds), ...framePairs]

const controlPairs = [
  ...pairAll(named('input-border'), named('sheet', 'tint', 'pane')),
  // Focus outline, and the line of an open or selected item.
  ...pairAll(named('accent-line', 'accent'), [...grounds, ...hoverGrounds]),
  ...pairAll(named('error'), named('sheet')),
  ...pairAll(named('rail-count', 'accent-line'), named('rail')),
]

/** Backgrounds of bars, dots, lines and overlays. They carry text only where a rule sets both colors. */
const marks = named(
  ...['accent-line', 'action', 'action-hover', 'error', 'input-border', 'line', 'margin-line', 'overlay', 'rail'],
  ...['strip', 'strip-accent', 'strip-text', 'text', 'text-second'],
)

const used = readSheetColours(
  ['console', 'platform', 'people', 'content', 'firm', 'match', 'auction', 'shop', 'trade'].map((folder) =>
    join(source, folder),
  ),
)
const ofConsole = (names: Iterable<string>) => [...names].filter((name) => name.startsWith('c-'))

describe.each(Object.entries(schemes))('the console in the %s scheme', (scheme, tokens) => {
  it('gives every text a contrast of 4.5 on every background', () => {
    expect(findWeakPairs(tokens, textPairs, textRatio)).toEqual([])
  })

  it('gives text and background of the same rule a contrast of 4.5', () => {
    const pairs = used.pairs.filter((pair) => ofConsole(pair).length === 2)
    expect(pairs.length).toBeGreaterThan(40)
    expect(findWeakPairs(tokens, pairs, textRatio)).toEqual([])
  })

  it('gives control borders, marks and the focus a contrast of 3', () => {
    expect(findWeakPairs(tokens, controlPairs, controlRatio)).toEqual([])
  })

  it('gives form fields a border with a contrast of 3', () => {
    const field = scheme === 'dark' ? named('pane-hover') : named('sheet')
    expect(findWeakPairs(tokens, pairAll(named('input-border'), field), controlRatio)).toEqual([])
    expect(findWeakPairs(tokens, pairAll(named('text', 'text-third'), field), textRatio)).toEqual([])
  })
})

it('covers every token that a style sheet uses as text or background color', () => {
  const knownTexts = new Set(textPairs.map(([text]) => text))
  // Inverted strip: a key is printed in the strip's color.
  expect(ofConsole(used.texts).filter((name) => !knownTexts.has(name) && name !== 'c-strip')).toEqual([])
  const knownGrounds = new Set([...grounds, ...hoverGrounds, ...marks])
  expect(ofConsole(used.grounds).filter((name) => !knownGrounds.has(name))).toEqual([])
})

it('declares every token that a style sheet reads', () => {
  expect(ofConsole(used.read).filter((name) => !used.declared.has(name))).toEqual([])
})

it('gives Mantine the colors of the tokens', () => {
  const of = (tokens: Record<string, string>, ...names: string[]) =>
    named(...names).map((name) => resolveColour(tokens, name))
  const { bronze, clay, dark } = theme.colors ?? {}
  expect(dark?.filter((_, index) => index !== 3)).toEqual(
    of(
      schemes.dark,
      ...['text', 'text-second', 'text-third', 'line-strong', 'line', 'pane-hover', 'sheet', 'pane', 'rail'],
    ),
  )
  expect([bronze?.[6], clay?.[6]]).toEqual(of(schemes.light, 'accent', 'error'))
  expect([bronze?.[4], clay?.[4]]).toEqual(of(schemes.dark, 'accent', 'error'))
})
