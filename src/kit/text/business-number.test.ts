import { describe, expect, it } from 'vitest'
import { findBusinessNumberError, formatBusinessNumber } from './business-number.ts'

describe('a business number', () => {
  // Published business numbers of large companies.
  it.each(['124-81-00998', '220-81-62517', '120-81-47521', '1208800767'])('%s is valid', (number) =>
    expect(findBusinessNumberError(number)).toBeNull(),
  )

  it('is invalid with any other check digit', () => {
    const faults = [...'0123456789'].map((digit) => findBusinessNumberError(`124810099${digit}`))
    expect(faults.filter((fault) => fault === null)).toHaveLength(1)
    expect(faults.filter((fault) => fault === 'check')).toHaveLength(9)
  })

  it.each(['', '124-81-0099', '124-81-009988', '124-81-0099a', 'one'])('%j is invalid', (number) =>
    expect(findBusinessNumberError(number)).toBe('length'),
  )

  it('is formatted in three groups', () => {
    expect(formatBusinessNumber('1248100998')).toBe('124-81-00998')
    expect(formatBusinessNumber('1248')).toBe('124-8')
  })
})
