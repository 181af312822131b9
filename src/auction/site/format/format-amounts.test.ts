import { expect, it } from 'vitest'
import { parseAmount } from './format-amounts.ts'

it('parses a typed amount, also with full-width digits and a currency', () => {
  for (const text of [
    '11000000',
    '11,000,000',
    ' 11,000,000원',
    '₩11,000,000',
    '１１，０００，０００',
    '11,000,000 KRW',
    '11,000,000韩元',
  ])
    expect(parseAmount(text)).toBe(11_000_000)
  for (const text of ['', '0', '-1', '1.5', '011', 'a1', '1000000000000']) expect(parseAmount(text)).toBeNull()
})
