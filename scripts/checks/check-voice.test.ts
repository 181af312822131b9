import { expect, test } from 'vitest'
import { checkVoice, exceptions, findWords } from './check-voice.mjs'

test.each([
  ['ko', '이 누리집은 쿠키를 쓰지 않습니다', '누리집', '사이트'],
  ['ko', '{page}쪽', '}쪽', '페이지'],
  ['ko', '공용부의 담보책임기간', '공용부', '공용부분, 전유부분'],
  ['en', 'The estate’s defect register', 'estate', 'apartment complex'],
  ['en', 'Ask the residents’ council', 'residents’ council', 'residents’ representative meeting'],
  ['cn', '住户代表会议', '住户代表会议', '业主委员会'],
] as const)('finds a replaced term (%s): %s', (locale, text, found, say) => {
  expect(findWords(locale, text)).toEqual([{ found, say }])
})

test.each([
  ['ko', '왼쪽 위 모서리, 바다 쪽 난간, 공용부분'],
  ['en', 'Prospective residents’ council, real estate'],
  ['cn', '《共同住宅管理法》与质量保修期'],
] as const)('ignores a word with another meaning (%s): %s', (locale, text) => {
  expect(findWords(locale, text)).toEqual([])
})

test('reports some words in messages only', () => {
  expect(findWords('ko', '이름을 적어 주세요', true)).toEqual([{ found: '적어 주', say: '입력해 주세요' }])
  expect(findWords('ko', '날짜와 폭을 적어 주세요')).toEqual([])
  expect(findWords('en', 'Condition', true)).toEqual([{ found: 'Condition', say: 'filter' }])
  expect(findWords('en', 'in good condition')).toEqual([])
})

test('finds no replaced term in the texts, and a reason for every exception', () => {
  expect(checkVoice()).toEqual([])
  expect(exceptions.filter(({ reason }) => reason.trim() === '')).toEqual([])
})
