import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { layOut, type Setting } from './lines.ts'

/**
 * Every character is as wide as the font size, including spaces and word joiners, so that widths are easy to compute.
 */
const measure = (part: string, size: number) => [...part].length * size

const inLines = (maxLines: number, ...sizes: number[]): Setting[] => sizes.map((size) => ({ size, maxLines: maxLines }))
const lay = (text: string, width: number, ...settings: Setting[]) => layOut(text, width, settings, measure)

describe('lines of Korean and English', () => {
  it('end between words, never within one', () => {
    expect(lay('하자보수보증금 청구 소송에서', 10, ...inLines(3, 1)).lines).toEqual(['하자보수보증금', '청구 소송에서'])
    expect(lay('What the court said', 9, ...inLines(3, 1)).lines).toEqual(['What the', 'court', 'said'])
  })

  it('are balanced, without a single word on the last line', () => {
    expect(lay('가나 다라 마바 사아 자차', 12, ...inLines(2, 1)).lines).toEqual(['가나 다라 마바', '사아 자차'])
  })

  it('keep words together that a no-break space joins', () => {
    expect(lay('보수를 세\u00a0차례 했다', 7, ...inLines(3, 1)).lines).toEqual(['보수를', '세\u00a0차례 했다'])
  })

  it('end where the text ends them', () => {
    expect(lay('단지마다 다른\n답을', 20, ...inLines(2, 1)).lines).toEqual(['단지마다 다른', '답을'])
  })

  it('shrink before they multiply, and multiply before they are cut', () => {
    const settings = [...inLines(2, 3, 2), ...inLines(3, 2, 1)]
    expect(lay('가나 다라', 9, ...settings)).toEqual({ size: 3, lines: ['가나', '다라'] })
    expect(lay('가나다 라마바', 8, ...settings)).toEqual({ size: 2, lines: ['가나다', '라마바'] })
    expect(lay('가나다 라마바 사아자', 8, ...settings)).toEqual({ size: 2, lines: ['가나다', '라마바', '사아자'] })
  })

  it('end in an ellipsis after a whole word if the smallest size does not fit', () => {
    expect(lay('가나다 라마바, 사아자 차카타', 5, ...inLines(2, 1))).toEqual({ size: 1, lines: ['가나다', '라마바…'] })
    expect(lay('가나다 라마바 사아자', 3, ...inLines(2, 1)).lines).toEqual(['가나다', '라마…'])
  })

  it('break a word only when it is wider than the column at the smallest size, after a mark if it has one', () => {
    expect(lay('재개발·재건축', 4, ...inLines(3, 2, 1)).lines).toEqual(['재개발·', '재건축'])
    expect(lay('공동주택하자담보', 5, ...inLines(3, 1)).lines).toEqual(['공동주택하', '자담보'])
  })
})

describe('lines of Chinese', () => {
  it('end between words of the dictionary', () => {
    for (const line of lay('最高法院关于公寓瑕疵的判决', 7, ...inLines(3, 1)).lines) expect(line.length).toBeLessThan(8)
    expect(lay('业主委员会应当了解', 5, ...inLines(3, 1)).lines.join('|')).not.toMatch(/应\|当|了\|解|委\|员/)
  })

  it('begin with no closing mark and end with no opening one', () => {
    const text = '委员会应当了解的“三件事”：判决、期间、（费用）。'
    for (let width = 3; width < 24; width += 1)
      for (const line of lay(text, width, ...inLines(20, 1)).lines) {
        expect(line).not.toMatch(/^[”：、）。]/)
        expect(line).not.toMatch(/[“（]$/)
      }
  })
})

it('never exceeds the column or the line limit, and marks lost words', () => {
  const word = fc.string({
    unit: fc.constantFrom('가', '하', 'A', '1', '法', '院', '·', ',', '”'),
    minLength: 1,
    maxLength: 12,
  })
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 20 }), fc.integer({ min: 4, max: 30 }), (words, width) => {
      const text = words.join(' ')
      const { size, lines } = lay(text, width, ...inLines(2, 2), ...inLines(3, 1))
      expect(lines.length).toBeLessThanOrEqual(3)
      for (const line of lines) expect(measure(line, size)).toBeLessThanOrEqual(width)
      const withoutSpaces = (part: string) => part.replace(/\s/g, '')
      if (!lines.at(-1)?.endsWith('…')) expect(withoutSpaces(lines.join(''))).toBe(withoutSpaces(text))
    }),
  )
})
