import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  controlRatio,
  findWeakPairs,
  pairAll,
  readSheetColours,
  readTokens,
  textRatio,
} from '#test/styles/color-contrast.ts'

const source = join(import.meta.dirname, '..')
const base = join(import.meta.dirname, 'tokens.css')
const hallSheet = join(source, 'content/site/site-shell/site-tokens.css')

const firm = readTokens(base, ':root')
const hall = {
  ...firm,
  ...readTokens(
    hallSheet,
    'html:root:where([data-theme="marketplace"], :has([data-marketplace]):not([data-theme="firm"]))',
  ),
}
const dressHall = (face: string) => ({
  ...hall,
  ...readTokens(join(source, face, 'site/layout/tokens.css'), `:root:has([data-face="${face}"])`),
})

/** Token files of each site, and the folders whose pages only this site shows. */
const sites = {
  firm: { tokens: firm, folders: ['ui', 'firm'], grounds: ['white', 'paper', 'sand', 'ink'] },
  hall: { tokens: hall, folders: ['ui', 'content/site/site-shell'], grounds: ['white', 'paper', 'sand', 'ink'] },
  match: { tokens: dressHall('match'), folders: ['match'], grounds: ['white', 'paper', 'sand', 'ink'] },
  auction: { tokens: dressHall('auction'), folders: ['auction'], grounds: ['white', 'paper', 'ink'] },
  shop: { tokens: dressHall('shop'), folders: ['shop'], grounds: ['white', 'paper', 'sand', 'ink'] },
}

/** Text tokens whose color depends on the background. */
const texts = ['text', 'text-second', 'link', 'link-strong', 'accent']

describe.each(Object.entries(sites))('tokens of the site %s', (name, { tokens, folders, grounds }) => {
  const used = readSheetColours(folders.map((folder) => join(source, folder)))

  it.each(grounds)('give text, links and the focus enough contrast on %s', (ground) => {
    const groundTokens = { ...tokens, ...readTokens(base, `[data-ground="${ground}"]`) }
    expect(findWeakPairs(groundTokens, pairAll(texts, ['ground']), textRatio)).toEqual([])
    expect(findWeakPairs(groundTokens, pairAll(['focus'], ['ground']), controlRatio)).toEqual([])
  })

  it('give text and background of the same rule a contrast of 4.5', () => {
    const pairs = used.pairs.filter(([text, ground]) => !ground.startsWith('c-') && text !== 'disabled-text')
    expect(pairs.length).toBeGreaterThan(0)
    expect(findWeakPairs(tokens, pairs, textRatio)).toEqual([])
    // WCAG 2.2 has no requirement for disabled controls; they stay legible all the same.
    expect(findWeakPairs(tokens, pairAll(['disabled-text'], ['disabled']), controlRatio)).toEqual([])
  })

  it('give text with its own color a contrast of 4.5 on white', () => {
    const ofHall = name === 'firm' ? [] : ['coral-text', 'text-third']
    const own = ['clay', 'green', 'muted', 'slate', 'bronze-700', 'disabled-text', ...ofHall]
    expect(findWeakPairs(tokens, pairAll(own, ['white']), textRatio)).toEqual([])
  })
})
