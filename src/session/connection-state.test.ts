import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectionHeld, connectionLost, currentConnection } from './connection-state.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  connectionHeld(Date.now())
  vi.useRealTimers()
})

test('a response to a call begun before the loss does not restore the connection state', () => {
  const began = Date.now()
  vi.advanceTimersByTime(5)
  connectionLost()
  connectionHeld(began)
  expect(currentConnection().held).toBe(false)
})

test('a response to a call begun after the loss restores the connection state', () => {
  connectionLost()
  vi.advanceTimersByTime(5)
  connectionHeld(Date.now())
  expect(currentConnection()).toEqual({ held: true, retryAt: 0 })
})
