import { expect, it } from 'vitest'
import { readPieces, Typeface, wordsOf } from './typeface.ts'

const korean = new Typeface('@fontsource-variable/noto-serif-kr/wght.css', 600)
const chinese = new Typeface('@fontsource-variable/noto-serif-sc/wght.css', 600)
const both = [korean, chinese]

it('reads font files and their characters from the style sheet', () => {
  const sheet = `/* a */ @font-face { src: url(./files/a.woff2) format('woff2'); unicode-range: U+20,U+ac00-ac0f; }
    @font-face { src: url("b.woff2"); } @font-face { src: url('c.woff2'); unicode-range:U+4E00; }`
  expect(readPieces(sheet, '/fonts')).toEqual([
    {
      file: '/fonts/files/a.woff2',
      ranges: [
        [0x20, 0x20],
        [0xac00, 0xac0f],
      ],
    },
    { file: '/fonts/c.woff2', ranges: [[0x4e00, 0x4e00]] },
  ])
})

it('omits characters that no font has, instead of boxes', async () => {
  const text = async (input: string) => (await wordsOf(both, input)).text
  expect(await text('🎉 “대청” 10주년 👩‍👩‍👧 감사 ❤️')).toBe('“대청” 10주년 감사')
  expect(await text('1️⃣ 첫째\u202e')).toBe('1 첫째')
  expect(await text('하나\r\n\t둘  셋\u0007')).toBe('하나\n둘 셋')
  expect(await text('🎉')).toBe('')
  // Text typed on a Mac is decomposed (NFD).
  expect(await text('하자'.normalize('NFD'))).toBe('하자')
})

it('takes each outline from a font that has the character', async () => {
  const words = await wordsOf(both, '债权 하자 A/S')
  expect(words.text).toBe('债权 하자 A/S')
  const svg = words.draw(words.text, 50, 10, 60)
  expect(svg.match(/<path /g)).toHaveLength(7)
  expect(svg).not.toMatch(/NaN|undefined/)
  expect((await wordsOf([korean], '债 하자')).text).toBe('하자')
})

it('measures widths with size, kerning and tracking', async () => {
  const words = await wordsOf(both, 'AVAV')
  const one = words.widthOf('A', 100) + words.widthOf('V', 100)
  expect(words.widthOf('AVAV', 100)).toBeLessThan(one * 2)
  expect(words.widthOf('AVAV', 50)).toBeCloseTo(words.widthOf('AVAV', 100) / 2)
  expect(words.widthOf('AVAV', 100, -0.02)).toBeCloseTo(words.widthOf('AVAV', 100) - 6)
  expect(words.widthOf('', 100)).toBe(0)
})

it('uses the requested weight', async () => {
  const light = await wordsOf([new Typeface('@fontsource-variable/noto-serif-kr/wght.css', 200)], 'A')
  const black = await wordsOf([new Typeface('@fontsource-variable/noto-serif-kr/wght.css', 900)], 'A')
  expect(black.widthOf('A', 100)).toBeGreaterThan(light.widthOf('A', 100) + 1)
})
