import { expect, test } from 'vitest'
import { sharedBuffers } from './embedded-server.ts'

test.each([
  [512, 128],
  [1024, 128],
  [2048, 256],
  [4096, 512],
  [8192, 1024],
  [262_144, 1024],
])('of %i MB of memory the database keeps %i MB of its tables', (memory, buffers) => {
  expect(sharedBuffers(memory * 1024 * 1024)).toBe(buffers)
})

test('reads the memory of the machine', () => {
  expect(sharedBuffers()).toBeGreaterThanOrEqual(128)
  expect(sharedBuffers()).toBeLessThanOrEqual(1024)
})
