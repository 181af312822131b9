import { describe, expect, it } from 'vitest'
import { marksOf } from './marks.ts'

const kinds = (text: string) => marksOf(text).map(({ kind }) => kind)

describe('a resident number', () => {
  // Fictional numbers: valid dates, but digits that belong to no person.
  it.each(['900101-1234567', '900101 - 1234567', '000229-3234567', '991231–2000001', '９００１０１-１２３４５６７'])(
    '%s is found by its date',
    (text) => expect(kinds(`대표 ${text} 귀하`)).toEqual(['resident']),
  )

  it.each([
    '901301-1234567',
    '900231-1234567',
    '010229-3234567',
    '900101-12345678',
    '1900101-1234567',
    '991231-3000001',
  ])('rejects %s for its date or length', (text) => expect(kinds(text)).toEqual([]))

  it('requires the check digit without a hyphen', () => {
    const fitting = [...'0123456789'].filter((last) => kinds(`900101123456${last}`).includes('resident'))
    expect(fitting).toHaveLength(1)
    // For foreigners, the check digit is increased by two.
    const foreign = [...'0123456789'].filter((last) => kinds(`900101523456${last}`).includes('resident'))
    expect(foreign).toHaveLength(1)
  })

  it('is shown without its last six digits', () =>
    expect(marksOf('900101-1234567')).toEqual([{ kind: 'resident', shown: '900101-1******', at: 0 }]))
})

describe('a phone', () => {
  it.each([
    '010-1234-5678',
    '010 1234 5678',
    '01012345678',
    '+82-10-1234-5678',
    '02-123-4567',
    '031)123-4567',
    '070.1234.5678',
  ])('%s is found', (text) => expect(kinds(`연락처: ${text}`)).toEqual(['phone']))
  it.each(['2024-01-15', '1,234,567', '제2024가합12345', '124-81-00998', '1588-1234', '0.12345678'])(
    '%s is none',
    (text) => expect(kinds(text)).toEqual([]),
  )
  it('is shown without its middle', () =>
    expect(marksOf('010-1234-5678')).toEqual([{ kind: 'phone', shown: '010-****-5678', at: 0 }]))
})

describe('an e-mail address', () => {
  it.each(['a.b@example.com', 'sales+kr@mail.example.co.kr', '영업@예시.한국'])('%s is found', (text) =>
    expect(kinds(`(${text})`)).toEqual(['email']),
  )
  it.each(['@example', 'a@b', '3 @ 5.0 kg'])('%s is none', (text) => expect(kinds(text)).toEqual([]))
  it('is shown by its first letters', () =>
    expect(marksOf('sales@example.com')).toEqual([{ kind: 'email', shown: 'sa***@example.com', at: 0 }]))
})

describe('a bank account', () => {
  it.each([
    '가온은행 123-456789-01-234',
    '계좌번호: 12345678901234',
    '110-123-456789 (예금주 서가온)',
    'Account No. 123-45-678901',
  ])('%s is found beside the word of a bank', (text) => expect(kinds(text)).toEqual(['account']))
  it.each(['품번 123-456789-01-234', '사업자등록번호 124-81-00998', '12345678901234', '계좌 이체 2024-01-15'])(
    '%s is none',
    (text) => expect(kinds(text)).toEqual([]),
  )
  it('is shown without its middle', () =>
    expect(marksOf('가온은행 123-456789-01-234')).toEqual([{ kind: 'account', shown: '123***234', at: 5 }]))
})

describe('a page', () => {
  it('reports each number once', () =>
    expect(kinds('계좌 010-1234-5678, 900101-1234567, a@example.com')).toEqual(['email', 'resident', 'phone']))

  it('scans the longest and worst text in time', () => {
    const startedAt = performance.now()
    for (const piece of ['1', '0-', 'a.', 'a@', '은행 1-', '010', '９'])
      marksOf(piece.repeat(Math.ceil(400_000 / piece.length)))
    expect(performance.now() - startedAt).toBeLessThan(5000)
  })

  it('returns at most a hundred findings for a page of numbers', () =>
    expect(marksOf('010-1234-5678 '.repeat(3000))).toHaveLength(100))
})
