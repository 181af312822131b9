import { describe, expect, test } from 'vitest'
import { findDoubtfulWords } from './rules.ts'

const listDoubtfulWords = (text: string, locale: 'ko' | 'en' | 'cn' = 'ko') =>
  findDoubtfulWords(text, locale).map(({ word }) => word)

describe('doubtful words in advertising', () => {
  test.each([
    ['국내 최고의 하자 전문 로펌', ['최고', '전문']],
    ['승소율 98%, 무료 상담', ['승소율', '무료']],
    ['결과를 보장합니다', ['보장합니다']],
  ])('are found in %s', (text, expected) => {
    expect(listDoubtfulWords(text)).toEqual(expected)
  })

  test.each([
    '전문건설업 등록',
    '정비사업전문관리업자의 선정',
    '전문 감정인의 의견',
    '합의서 전문은 별첨과 같습니다',
    '물방울이 맺힙니다',
  ])('are ignored in another meaning: %s', (text) => {
    expect(listDoubtfulWords(text)).toEqual([])
  })

  test('have replacements in each language', () => {
    expect(listDoubtfulWords('the best specialists', 'en')).toEqual(['the best', 'specialists'])
    expect(listDoubtfulWords('唯一的专家', 'cn')).toEqual(['唯一', '专家'])
    expect(listDoubtfulWords('质量保证金与保证书', 'cn')).toEqual([])
    expect(findDoubtfulWords('최고', 'ko')[0]).toMatchObject({ from: 0, to: 2 })
    expect(findDoubtfulWords('최고', 'ko')[0]?.instead.length).toBeGreaterThan(0)
  })
})
