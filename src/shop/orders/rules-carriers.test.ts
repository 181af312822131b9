import { expect, it } from 'vitest'
import { carrierNames, parcelPage } from './rules-carriers.ts'

it('leads to the page of every carrier that is offered, with the digits of the number alone', () => {
  for (const name of carrierNames) {
    const page = new URL(parcelPage(name, '1234-5678-9012') ?? '')
    expect(page.protocol).toBe('https:')
    expect(page.href).toContain('123456789012')
  }
  expect(new Set(carrierNames.map((name) => new URL(parcelPage(name, '123456789') ?? '').host)).size).toBe(
    carrierNames.length,
  )
})

it('knows a carrier by its other names, however they are written', () => {
  const page = parcelPage('CJ대한통운', '123456789012')
  for (const name of ['cj 대한통운', '대한통운', 'CJ택배', ' CJ대한통운 '])
    expect(parcelPage(name, '123456789012')).toBe(page)
})

it('leads nowhere for a carrier that is not known, and for what is no number of a parcel', () => {
  expect(parcelPage('시연택배', '123456789012')).toBeNull()
  for (const tracking of ['', '1234', 'AB-123456789', '1234567890123456', '12345678901&x=1'])
    expect(parcelPage('한진택배', tracking)).toBeNull()
})
