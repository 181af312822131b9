import { expect, it } from 'vitest'
import { CallRefused } from '#kit/client.ts'
import { refusalMessage } from './refusal-message.ts'

it('returns the reason of a refused bid instead of the general message', () => {
  const refusal = { message: '현재 상태에서는 처리할 수 없습니다.', code: 'conflict' as const, requestId: 'r' }
  const fields = { amount: '응찰이 마감되었습니다' }
  expect(refusalMessage(new CallRefused(409, { ...refusal, fields }))).toBe('응찰이 마감되었습니다')
  expect(refusalMessage(new CallRefused(409, refusal))).toBe('현재 상태에서는 처리할 수 없습니다.')
  expect(refusalMessage(new TypeError('Failed to fetch'))).toBe('Failed to fetch')
})
