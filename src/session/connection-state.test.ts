import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentConnection, markConnected, markDisconnected } from './connection-state.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  markConnected(Date.now())
  vi.useRealTimers()
})

test('a response to a call begun before the loss does not restore the connection state', () => {
  const startedAt = Date.now()
  vi.advanceTimersByTime(5)
  markDisconnected()
  markConnected(startedAt)
  expect(currentConnection().isConnected).toBe(false)
})

test('a response to a call begun after the loss restores the connection state', () => {
  markDisconnected()
  vi.advanceTimersByTime(5)
  markConnected(Date.now())
  expect(currentConnection()).toEqual({ isConnected: true, retryAt: 0 })
})
