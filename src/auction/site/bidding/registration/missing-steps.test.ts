import { expect, it } from 'vitest'
import type { Registration } from '../../../auctions/contract.ts'
import { describeMissingSteps } from './missing-steps.ts'

const entry = (
  overrides: Partial<Registration>,
  deposit?: Partial<NonNullable<Registration['deposit']>>,
): Registration => ({
  state: null,
  mayBid: false,
  acceptedVersion: null,
  termsVersion: 1,
  reason: '',
  deposit: deposit
    ? {
        state: 'due',
        amount: 500_000,
        reference: 'DP1001',
        dueAt: '2026-11-30T00:00:00.000Z',
        receivedAt: null,
        returnedAt: null,
        reason: '',
        refundTo: null,
        payTo: null,
        ...deposit,
      }
    : null,
  ...overrides,
})
const open = { entry: 'open' as const, deposit: null }
const approvalTerms = { entry: 'approval' as const, deposit: 500_000 }
const accepted = { acceptedVersion: 1 }

it('counts the remaining steps, including the deposit', () => {
  const titles = [
    describeMissingSteps(entry({}), open),
    describeMissingSteps(entry({}), { ...open, deposit: 500_000 }),
    describeMissingSteps(entry({}), approvalTerms),
    describeMissingSteps(entry({ ...accepted, state: 'waiting' }, {}), approvalTerms),
    describeMissingSteps(
      entry({ acceptedVersion: 1, termsVersion: 2, state: 'approved' }, { state: 'received' }),
      approvalTerms,
    ),
  ].map(([title]) => title)
  expect(titles).toEqual([
    '응찰하려면 한 가지가 남았습니다',
    '응찰하려면 두 가지가 남았습니다',
    '응찰하려면 세 가지가 남았습니다',
    '응찰하려면 두 가지가 남았습니다',
    '응찰하려면 한 가지가 남았습니다',
  ])
})

it('names the pending step if it is the only one left', () => {
  expect(
    describeMissingSteps(entry({ ...accepted, state: 'waiting' }), { ...approvalTerms, deposit: null })[0],
  ).toContain('승인을 기다리고')
  expect(
    describeMissingSteps(entry({ ...accepted, state: 'waiting' }, { state: 'received' }), approvalTerms)[0],
  ).toContain('승인을 기다리고')
  expect(describeMissingSteps(entry({ ...accepted, state: 'approved' }, {}), approvalTerms)[0]).toContain('보증금 입금')
})

it('gives the reason why a member may not bid, and ignores a deposit that is no longer required', () => {
  expect(
    describeMissingSteps(entry({ ...accepted, state: 'refused', reason: '연락 두절' }, {}), approvalTerms),
  ).toEqual(['응찰이 승인되지 않았습니다', '연락 두절'])
  const late = { state: 'refused', reason: '기한이 지났습니다.' } as const
  expect(describeMissingSteps(entry({ ...accepted, state: 'approved' }, late), approvalTerms)).toEqual([
    '보증금이 접수되지 않았습니다',
    '기한이 지났습니다.',
  ])
  expect(
    describeMissingSteps(entry({ ...accepted, state: 'approved' }, { state: 'returned' }), approvalTerms)[0],
  ).toContain('돌려드렸습니다')
  expect(describeMissingSteps(entry({ state: 'approved' }, late), open)[0]).toBe('응찰하려면 한 가지가 남았습니다')
})
