import { describe, expect, it } from 'vitest'
import { checkNumber } from './foreign-numbers.browser.ts'
import { groupWhileTyping } from './korean-numbers.ts'
import { dialPhone, formatPhone, parsePhone } from './parse-phone.ts'
import { OptionalPhone, Phone } from './phone-field.ts'
import { acceptedSpellings, refusedSpellings } from './spellings.ts'

describe('a telephone number', () => {
  it.each(acceptedSpellings)('typed as %s is stored as %s and shown as %s', (typed, stored, shown) => {
    expect(parsePhone(typed)).toEqual({ phone: stored })
    expect(formatPhone(stored)).toBe(shown)
    // The shown and the stored form are spellings of the same number.
    expect([parsePhone(shown), parsePhone(stored)]).toEqual([{ phone: stored }, { phone: stored }])
  })

  it.each(refusedSpellings)('is not read from %s: %s', (typed, fault) => expect(parsePhone(typed)).toEqual({ fault }))

  it('is dialled from Korea without its country code, abroad with it', () => {
    expect(['+821012345678', '+8215881234', '+8613800138000'].map(dialPhone)).toEqual([
      '01012345678',
      '15881234',
      '+8613800138000',
    ])
  })

  it('that could not be converted is shown as it is stored', () => {
    expect(['', '02-123-4567 내선 12', '+8210'].map(formatPhone)).toEqual(['', '02-123-4567 내선 12', '+8210'])
  })

  it('is checked in a field by the same rules', () => {
    expect(Phone.parse(' 010 1234 5678 ')).toBe('+821012345678')
    expect(Phone.safeParse('010-1234-567').error?.issues).toMatchObject([{ message: 'phone_short' }])
    expect([OptionalPhone.parse(' '), OptionalPhone.parse('02)123-4567')]).toEqual(['', '+8221234567'])
    expect(Phone.safeParse('').success).toBe(false)
  })

  it('from abroad is checked in a browser by its length only', () => {
    expect(['+1 202 456 1111', '+1 202', '+86138001380001380'].map((text) => checkNumber(text)?.fault)).toEqual([
      null,
      'short',
      'long',
    ])
  })
})

describe('a telephone number during typing', () => {
  it.each([
    ['0', '0'],
    ['0101', '010-1'],
    ['0101234', '010-1234'],
    ['01012345678', '010-1234-5678'],
    ['021234567', '02-123-4567'],
    ['0212345678', '02-1234-5678'],
    ['0321234567', '032-123-4567'],
    ['03212345678', '032-1234-5678'],
    ['050', '050'],
    ['05071234567', '0507-123-4567'],
    ['0507-123-45678', '0507-1234-5678'],
    ['030334441234', '0303-3444-1234'],
    ['15881234', '1588-1234'],
  ])('%s is grouped as %s', (typed, written) => expect(groupWhileTyping(typed)).toBe(written))

  it.each([
    '010-1234-56789',
    '02-123-456789',
    '0082-10-1234',
    '+82 10-1234-5678',
    '13800138000',
    '010 1234',
    'tel: 010',
  ])('%s stays as typed', (typed) => expect(groupWhileTyping(typed)).toBe(typed))
})
