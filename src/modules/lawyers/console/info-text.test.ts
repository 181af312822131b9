import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readInfo, writeInfo } from './info-text.ts'

it('reads groups, entries and bold ends', () => {
  expect(readInfo('# 학력\n한뫼대학교 졸업\n\n# 경력\n2009 – 현재 **대표변호사**\n**변호사**')).toEqual([
    { title: '학력', infoDetail: ['한뫼대학교 졸업'] },
    {
      title: '경력',
      infoDetail: [
        { txt: '2009 – 현재', bold: '대표변호사' },
        { txt: '', bold: '변호사' },
      ],
    },
  ])
})

it('keeps entries before the first heading, for the schema to refuse', () => {
  expect(readInfo('한 줄')).toEqual([{ title: '', infoDetail: ['한 줄'] }])
})

it('reads what it writes', () => {
  const word = fc.stringMatching(/^[a-z0-9가-힣]{1,12}( [a-z0-9가-힣]{1,12})?$/)
  const line = fc.oneof(word, fc.record({ txt: word, bold: word }))
  const groups = fc.array(fc.record({ title: word, infoDetail: fc.array(line, { maxLength: 5 }) }), { maxLength: 4 })
  fc.assert(
    fc.property(groups, (given) => {
      expect(readInfo(writeInfo(given))).toEqual(given)
    }),
  )
})
