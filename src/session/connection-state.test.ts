import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectionHeld, connectionLost, currentConnection } from './connection-state.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  connectionHeld(Date.now())
  vi.useRealTimers()
})

test('an answer that was on its way when the line broke does not say that it holds', () => {
  const began = Date.now()
  vi.advanceTimersByTime(5)
  connectionLost()
  connectionHeld(began)
  expect(currentConnection().held).toBe(false)
})

test('an answer to what was asked after the loss says that it holds', () => {
  connectionLost()
  vi.advanceTimersByTime(5)
  connectionHeld(Date.now())
  expect(currentConnection()).toEqual({ held: true, retryAt: 0 })
})
