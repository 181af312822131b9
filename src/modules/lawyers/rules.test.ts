import { describe, expect, test } from 'vitest'
import { lineText, readLine } from './rules.ts'

describe('a line of a profile', () => {
  test.each([
    ['1998 한뫼대학교 졸업', '1998 한뫼대학교 졸업'],
    ['2009 – 현재 **대표변호사**', { txt: '2009 – 현재', bold: '대표변호사' }],
    ['**대표변호사**', { txt: '', bold: '대표변호사' }],
    ['  가운데 **굵은** 말은 그대로  ', '가운데 **굵은** 말은 그대로'],
  ])('%s', (typed, kept) => {
    expect(readLine(typed)).toEqual(kept)
  })

  test.each(['보통 줄', '2009 – 현재 **대표변호사**', '**대표변호사**'])('comes back as it was typed: %s', (typed) => {
    expect(lineText(readLine(typed))).toBe(typed)
  })
})
