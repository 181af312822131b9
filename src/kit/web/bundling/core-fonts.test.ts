import postcss from 'postcss'
import { expect, it } from 'vitest'
import { coreFonts, subtractRanges } from './core-fonts.ts'

it.each([
  ['nothing in common', [[1, 3]], [[5, 6]], [[1, 3]]],
  ['all of it', [[2, 3]], [[1, 9]], []],
  ['the head', [[2, 5]], [[1, 3]], [[4, 5]]],
  ['the tail', [[2, 5]], [[5, 5]], [[2, 4]]],
  [
    'points inside',
    [[1, 9]],
    [
      [3, 3],
      [5, 6],
    ],
    [
      [1, 2],
      [4, 4],
      [7, 9],
    ],
  ],
] as const)('takes %s', (_name, ranges, taken, rest) => {
  expect(subtractRanges(ranges, taken)).toEqual(rest)
})

it('leaves missing characters to the slices and other families unchanged', async () => {
  const face = (family: string, range: string) => `@font-face{font-family:"${family}";unicode-range:${range}}`
  const sheet = [
    face('Core', 'U+20-7e,U+ac00'),
    face('Slices', 'U+41-5a,U+ac00'),
    face('Slices', 'U+7a-a0,U+ac01'),
    face('Other', 'U+41'),
  ].join('')
  const { css } = await postcss([coreFonts({ Core: ['Slices'] })]).process(sheet, { from: undefined })
  expect(css).toBe(face('Core', 'U+20-7e,U+ac00') + face('Slices', 'U+7f-a0,U+ac01') + face('Other', 'U+41'))
})
