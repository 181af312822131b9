import { expect, test } from 'vitest'
import { lineCount } from './line-count.ts'

// px of columns and letters as project-masonry.module.css has them.
test.each([
  ['한빛마루 1단지', 167 / 16, 1],
  ['612세대\u00a0· 하자 소송', 167 / 14, 1],
  ['1,540세대\u00a0· 이전고시\u2060·등기', 167 / 14, 1],
  ['Neoreundeul Village', 167 / 16, 1],
  ['Pureungyeol reconstruction', 167 / 16, 2],
  ['1,540 homes\u00a0· Transfer notice and registration', 167 / 14, 2],
  ['1,540户·转移公告与登记', 167 / 14, 1],
  ['广野村', 167 / 16, 1],
  ['', 10, 1],
])('%j in %d em: %d', (text, column, lines) => {
  expect(lineCount(text, column)).toBe(lines)
})

test('a word wider than the column takes as many lines as it needs', () => {
  expect(lineCount('동'.repeat(30), 10)).toBe(3)
})
