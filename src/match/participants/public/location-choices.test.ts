import { expect, it } from 'vitest'
import { countryChoices, zoneChoices } from './location-choices.ts'

it('lists each country once with its name', () => {
  const choices = countryChoices()
  const codes = choices.map(({ value }) => value)
  expect(choices).toContainEqual({ value: 'KR', label: '대한민국' })
  expect(codes).toEqual(expect.arrayContaining(['CN', 'DE', 'JP', 'US', 'VN']))
  for (const none of ['DD', 'EU', 'SU', 'UN', 'ZZ']) expect(codes).not.toContain(none)
  expect(new Set(choices.map(({ label }) => label)).size).toBe(choices.length)
})

it('lists time zones that the browser supports, labeled with their city', () => {
  const choices = zoneChoices()
  expect(choices).toContainEqual({ value: 'Asia/Seoul', label: '서울 · UTC+9' })
  for (const { value } of choices) expect(() => new Intl.DateTimeFormat('en', { timeZone: value })).not.toThrow()
})
