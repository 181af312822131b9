import { expect, it, vi } from 'vitest'
import { CallRefused } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { errorMessage, refusalMessage } from './error-message.ts'
import { ServerUnreached } from './send-request.ts'

it.each([
  'Failed to fetch dynamically imported module: https://example.com/assets/bids.js',
  'error loading dynamically imported module: https://example.com/assets/bids.js',
  'Importing a module script failed.',
])('reports a script that failed to load as a lost connection: %s', (message) => {
  expect(errorMessage(new TypeError(message))).toBe(m.account_error_network())
})

it('replaces errors of the browser, which are technical and English, and logs them', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const errors = [new TypeError('x is not a function'), new DOMException('quota', 'QuotaExceededError'), 'text', null]
  for (const error of errors) expect(errorMessage(error)).toBe(m.account_error_unfinished())
  expect(log).toHaveBeenCalledTimes(errors.length)
  log.mockRestore()
})

it('keeps messages that were written for the visitor', () => {
  expect(errorMessage(new Error('응찰이 마감되었습니다'))).toBe('응찰이 마감되었습니다')
  expect(errorMessage(new ServerUnreached())).toBe(m.account_error_network())
})

it('prefers the errors of refused fields to the general message of a refusal', () => {
  const refusal = { message: '현재 상태에서는 처리할 수 없습니다.', code: 'conflict' as const, requestId: 'r' }
  const fields = { amount: '응찰이 마감되었습니다', lot: '응찰이 마감되었습니다', bidder: '참가 승인이 필요합니다' }
  expect(refusalMessage(new CallRefused(409, { ...refusal, fields }))).toBe(
    '응찰이 마감되었습니다 참가 승인이 필요합니다',
  )
  expect(refusalMessage(new CallRefused(409, refusal))).toBe('현재 상태에서는 처리할 수 없습니다.')
  expect(refusalMessage(new TypeError('Importing a module script failed.'))).toBe(m.account_error_network())
})
