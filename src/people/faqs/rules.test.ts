import { describe, expect, it } from 'vitest'
import { findFaqs, splitSearchWords, suggestFaqs } from './rules.ts'

const faqs = [
  { question: '문의에 파일을 첨부할 수 있나요?', answer: '<p>사진과 문서를 10개까지 첨부합니다.</p>' },
  { question: '비밀번호를 잊었습니다.', answer: '<p>로그인 페이지에서 찾습니다.</p>' },
  { question: '주차가 가능한가요?', answer: '<p>사무소마다 다릅니다. 비밀번호는 필요하지 않습니다.</p>' },
]
const listQuestions = (found: readonly { question: string }[]) => found.map(({ question }) => question)

describe('a search of frequent questions', () => {
  it('finds questions that contain every word, matches in the question first', () => {
    expect(listQuestions(findFaqs(faqs, '비밀번호'))).toEqual(['비밀번호를 잊었습니다.', '주차가 가능한가요?'])
    expect(listQuestions(findFaqs(faqs, '파일 사진'))).toEqual(['문의에 파일을 첨부할 수 있나요?'])
    expect(findFaqs(faqs, '없는 말')).toEqual([])
    expect(findFaqs(faqs, '  ')).toHaveLength(3)
  })

  it('ignores markup and case', () => {
    expect(findFaqs(faqs, 'p')).toEqual([])
    expect(splitSearchWords(' PDF  a ')).toEqual(['pdf'])
  })
})

describe('suggestions while typing', () => {
  it('find the same topic whatever the word endings', () => {
    expect(listQuestions(suggestFaqs(faqs, '파일은 첨부가 되나요', 3))).toEqual(['문의에 파일을 첨부할 수 있나요?'])
    expect(listQuestions(suggestFaqs(faqs, '비밀번호를 모릅니다', 1))).toEqual(['비밀번호를 잊었습니다.'])
    expect(suggestFaqs(faqs, '안녕하세요', 3)).toEqual([])
  })
})
