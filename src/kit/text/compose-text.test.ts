import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { composeText, composeTexts } from './compose-text.ts'

describe('composeText', () => {
  it.each([
    ['Hangul taken apart', '대청'.normalize('NFD'), '대청'],
    ['Latin with marks', 'Café'.normalize('NFD'), 'Café'],
    ['a compatibility ideograph', '\uf914園', '樂園'],
    ['the direction of a text', 'contract\u202efdp.exe', 'contractfdp.exe'],
    ['isolates', '\u2066이름\u2069', '이름'],
    ['a byte order mark and zero-width spaces', '\ufeff홍\u200b길\u2060동', '홍길동'],
    ['controls', 'a\u0007b\u009bc\u007f', 'abc'],
    ['line ends of a word processor', '첫 줄\v둘째 줄\f셋째 줄', '첫 줄\n둘째 줄\n셋째 줄'],
  ])('changes %s', (_name, text, expected) => expect(composeText(text)).toBe(expected))

  it.each([
    ['a body', '첫 줄\r\n\t둘째 줄\n'],
    ['emoji with joiners, selectors and flags', '👩‍⚖️ ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['a vowel with a filler', 'ᅟᅡ'],
    ['spaces around a word', ' 대청 '],
    ['full-width letters and circled digits', 'ABC①㈜'],
    ['text from right to left', 'שלום ‏(a)‏ العربية'],
    ['NUL and unpaired surrogates, which are refused elsewhere', 'a\0 \ud800'],
    ['NUL alone', '\0'],
  ])('keeps %s', (_name, text) => expect(composeText(text)).toBe(text))

  it.each([
    ['U+3164', '\u3164\u3164'],
    ['U+115F and U+1160', '\u115f\u1160'],
    ['U+FFA0', '\uffa0'],
    ['zero-width characters', '\u200b\u200c\u200d\u200e\u200f\u2060\ufeff'],
    ['a soft hyphen', '\u00ad'],
    ['marks without a letter', '\u0301\u20dd'],
    ['an empty braille pattern', '\u2800'],
    ['variation selectors and tags', '\ufe0f\u{e0061}\u{e007f}'],
    ['spaces of any kind', ' \u00a0\u2003\u3000\t\n\u2028'],
    ['overrides', '\u202e\u2066\u2069'],
  ])('empties a text of %s only', (_name, text) => expect(composeText(text)).toBe(''))

  it('changes nothing a second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const once = composeText(text)
        expect(composeText(once)).toBe(once)
      }),
    )
  })
})

it('composes all texts of a value and keeps the rest', () => {
  const nfd = '가나'.normalize('NFD')
  expect(composeTexts({ a: nfd, b: [nfd, { c: nfd, d: 3, e: null, f: true }], [nfd]: undefined })).toEqual({
    a: '가나',
    b: ['가나', { c: '가나', d: 3, e: null, f: true }],
    [nfd]: undefined,
  })
  expect([null, undefined, 3].map(composeTexts)).toEqual([null, undefined, 3])
})
