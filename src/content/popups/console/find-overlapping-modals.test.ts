import { expect, it } from 'vitest'
import { findOverlappingModals } from './find-overlapping-modals.ts'

const modal = {
  _id: 'a',
  skin: 'modal' as const,
  visible: true,
  startAt: '2026-03-01T00:00:00.000Z',
  endAt: '2026-03-31T00:00:00.000Z',
  paths: ['/'],
  locales: ['ko' as const],
  device: 'all' as const,
  audience: 'all' as const,
}

it.each([
  ['the same settings', {}],
  ['no end', { endAt: null }],
  ['all pages', { paths: [] }],
  ['all languages', { locales: [] }],
  ['one device of all', { device: 'mobile' as const }],
  ['members of all visitors', { audience: 'member' as const }],
])('overlaps with %s', (_, change) => {
  const other = { ...modal, _id: 'b', ...change }
  expect(findOverlappingModals(modal, 'a', [modal, other])).toEqual([other])
})

it.each([
  ['itself', { _id: 'a' }],
  ['a hidden one', { visible: false }],
  ['another layout', { skin: 'bar' as const }],
  ['one that starts when this one ends', { startAt: modal.endAt, endAt: null }],
  ['another page', { paths: ['/match'] }],
  ['another language', { locales: ['en' as const, 'cn' as const] }],
])('does not overlap with %s', (_, change) => {
  expect(findOverlappingModals(modal, 'a', [{ ...modal, _id: 'b', ...change }])).toEqual([])
})

it('does not overlap if no visitor gets both', () => {
  const forPhones = { ...modal, device: 'mobile' as const, audience: 'guest' as const }
  expect(findOverlappingModals(forPhones, 'a', [{ ...modal, _id: 'b', device: 'desktop' as const }])).toEqual([])
  expect(findOverlappingModals(forPhones, 'a', [{ ...modal, _id: 'b', audience: 'member' as const }])).toEqual([])
})
