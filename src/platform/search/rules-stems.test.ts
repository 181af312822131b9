import { describe, expect, it, test } from 'vitest'
import { isFiller, listForms, reduceWords, toPhrase } from './rules-stems.ts'

describe('forms of a verb', () => {
  it.each([
    '새다',
    '샌다',
    '새요',
    '새는',
    '새고',
    '새면',
    '샙니다',
    '샜어요',
    '새네요',
    '새는데요',
    '새나요',
    '새서',
    '샐까요',
    '샜습니다',
  ])('%s is a form of 새다', (word) => {
    expect(listForms(word)).toContain('새다')
  })

  it.each([
    ['갈라졌어요', '갈라지다'],
    ['갈라져요', '갈라지다'],
    ['갈라집니다', '갈라지다'],
    ['떨어진다', '떨어지다'],
    ['갔어요', '가다'],
    ['받습니까', '받다'],
  ])('%s is a form of %s', (word, lemma) => {
    expect(listForms(word)).toContain(lemma)
  })

  it('does not match other words', () => {
    expect(listForms('새집')).not.toContain('새다')
    expect(listForms('하자')).toEqual(new Set(['하자']))
    expect(listForms('새')).not.toContain('다')
  })
})

test.each([
  ['누수가', '누수'],
  ['물이', '물'],
  ['지하주차장에서', '지하주차장'],
  ['상담료는', '상담료'],
  ['누수돼요', '누수'],
  ['누수됩니다', '누수'],
  ['leaks', 'leak'],
  ['leaking', 'leak'],
])('%s is a form of the noun %s', (word, noun) => {
  expect(listForms(word)).toContain(noun)
})

test.each(['있어요', '하나요', '얼마예요', '어떻게', 'how'])('%s is a filler word', (word) => {
  expect(isFiller(word)).toBe(true)
})

test.each(['누수', '하자', '보증금', '상담료', '전화번호', '기간은', '재건축', '옥상', 'leak'])(
  '%s cannot be left out',
  (word) => {
    expect(isFiller(word)).toBe(false)
  },
)

test.each([
  [['물이', '새요'], ['물이새']],
  [
    ['천장에서', '물이', '샌다'],
    ['천장', '물이새'],
  ],
  [
    ['벽이', '갈라졌어요'],
    ['벽이', '갈라지'],
  ],
  [
    ['누수가', '심합니다'],
    ['누수', '심하'],
  ],
  [
    ['담보책임', '기간은'],
    ['담보책임', '기간'],
  ],
  [['새요'], ['새요']],
  [['warranty'], ['warranty']],
])('%j reduces to %j', (words, basic) => {
  expect(reduceWords(words)).toEqual(basic)
})

test.each([
  [
    ['물이', '새다'],
    ['물이', '새'],
  ],
  [['갈라지다'], ['갈라지']],
  [
    ['상담', '비용'],
    ['상담', '비용'],
  ],
  [['새다'], ['새다']],
])('the phrase %j is searched as %j', (words, phrase) => {
  expect(toPhrase(words)).toEqual(phrase)
})
