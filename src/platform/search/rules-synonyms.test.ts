import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  calculateEditDistance,
  createVariants,
  reduceQuery,
  respellQuery,
  type SynonymGroup,
} from './rules-synonyms.ts'

const leak: SynonymGroup = { ko: ['누수', '물이 새다', '물샘'], en: ['leak', 'water leak'], cn: ['漏水'] }
const fee: SynonymGroup = { ko: ['상담료', '상담 비용', '수임료'], en: ['fee'], cn: [] }
const deposit: SynonymGroup = { ko: ['보증금', '하자보수보증금'], en: [], cn: [] }
const listVariantTerms = (query: string, locale: 'ko' | 'en' | 'cn' = 'ko') =>
  createVariants(query, [leak, fee, deposit], locale).map((variant) => variant.terms.join(' + '))

describe('query variants', () => {
  test.each([
    ['누수', ['누수', '물이새', '물샘', 'leak', '漏水']],
    [
      '지하주차장 누수',
      ['지하주차장 + 누수', '지하주차장 + 물이새', '지하주차장 + 물샘', '지하주차장 + leak', '지하주차장 + 漏水'],
    ],
    ['물이 새요', ['물이 + 새요', '누수', '물이새', '물샘', 'leak']],
    ['물이새요', ['물이새요']],
    ['물 샌다', ['물 + 샌다', '누수', '물이새', '물샘', 'leak']],
    [
      '천장에서 물이 새고 있어요',
      ['천장에서 + 물이 + 새고 + 있어요', '천장에서 + 누수', '천장에서 + 물이새', '천장에서 + 물샘', '천장에서 + leak'],
    ],
    ['상담료 얼마예요', ['상담료 + 얼마예요', '상담료', '상담비용', '수임료', 'fee']],
    ['보증금', ['보증금']],
    ['하자보수보증금', ['하자보수보증금', '보증금']],
    ['하자', ['하자']],
    ['', ['']],
  ])('%j', (query, expected) => {
    expect(listVariantTerms(query)).toEqual(expected)
  })

  it('start with words of the page’s language', () => {
    expect(listVariantTerms('漏水', 'cn')[1]).toBe('누수')
    expect(listVariantTerms('물샘', 'en').slice(0, 2)).toEqual(['물샘', 'leak'])
  })

  it('are at most five for any query, the typed one first', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'물이새요누수상담료 a?는') }), (query) => {
        const variants = createVariants(query, [leak, fee, deposit], 'ko')
        expect(variants.length).toBeLessThanOrEqual(5)
        expect(variants.length).toBeGreaterThan(0)
      }),
    )
  })
})

test.each([
  ['누수가', ['누수']],
  ['지하주차장 누수', ['누수', '지하주차장']],
  ['옥상 방수 비용', ['방수 비용', '옥상 비용', '옥상 방수', '비용', '방수', '옥상']],
  ['누수', []],
])('without results for %j, tries %j', (query, tried) => {
  expect(reduceQuery(query).map((variant) => variant.terms.join(' '))).toEqual(tried)
})

test.each([
  ['누수', '누수', 0],
  ['누쑤', '누수', 1],
  ['균렬', '균열', 1],
  ['leek', 'leak', 1],
  ['', '가', 2],
])('the edit distance of %j and %j is %d', (one, other, distance) => {
  expect(calculateEditDistance(one, other)).toBe(distance)
})

test.each([
  ['누쑤', ['누구의 책임', '지하 누수를 찾다'], '누수'],
  ['담보체임 기간', ['담보책임 기간'], '담보책임 기간'],
  ['누수', ['누수'], null],
  ['전혀다른말', ['누수', '균열'], null],
])('%j is respelled by %j as %j', (query, vocabulary, expected) => {
  expect(respellQuery(query, vocabulary)?.terms.join(' ') ?? null).toBe(expected)
})
