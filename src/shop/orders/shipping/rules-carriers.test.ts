import { expect, it } from 'vitest'
import { carrierNames, trackingPage } from './rules-carriers.ts'

it('links every offered carrier to its tracking page with the digits of the number only', () => {
  for (const name of carrierNames) {
    const page = new URL(trackingPage(name, '1234-5678-9012') ?? '')
    expect(page.protocol).toBe('https:')
    expect(page.href).toContain('123456789012')
  }
  expect(new Set(carrierNames.map((name) => new URL(trackingPage(name, '123456789') ?? '').host)).size).toBe(
    carrierNames.length,
  )
})

it('recognizes a carrier by its other names in any spelling', () => {
  const page = trackingPage('CJ대한통운', '123456789012')
  for (const name of ['cj 대한통운', '대한통운', 'CJ택배', ' CJ대한통운 '])
    expect(trackingPage(name, '123456789012')).toBe(page)
})

it('links nothing for an unknown carrier or an invalid tracking number', () => {
  expect(trackingPage('시연택배', '123456789012')).toBeNull()
  for (const tracking of ['', '1234', 'AB-123456789', '1234567890123456', '12345678901&x=1'])
    expect(trackingPage('한진택배', tracking)).toBeNull()
})
