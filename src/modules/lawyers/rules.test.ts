import { describe, expect, it } from 'vitest'
import { careerOf, firstSentence } from './rules.ts'

describe('the first sentence of a comment', () => {
  it('ends at a full stop of each script, never inside a number', () => {
    expect(firstSentence('금이 간 이유를 묻습니다. 그리고 적습니다.')).toBe('금이 간 이유를 묻습니다.')
    expect(firstSentence('裂缝为何出现？案件由此开始。')).toBe('裂缝为何出现？')
    expect(firstSentence('A crack of 3.5 mm tells. Then we write.')).toBe('A crack of 3.5 mm tells.')
    expect(firstSentence('먼저 <b>듣습니다.</b> 그리고')).toBe('먼저 <b>듣습니다.')
  })

  it('is the whole text where there is no end', () => {
    expect(firstSentence('끝까지 답하는 사람')).toBe('끝까지 답하는 사람')
    expect(firstSentence('')).toBe('')
  })
})

describe('the lines of a card', () => {
  it('are the first group, then one of each other', () => {
    const groups = [
      { title: '학력', infoDetail: ['가'] },
      { title: '경력', infoDetail: [{ txt: '나', bold: '다' }, '라'] },
      { title: '자격', infoDetail: ['마'] },
    ]
    expect(careerOf(groups)).toEqual(['가', '나 다', '마'])
  })
})
