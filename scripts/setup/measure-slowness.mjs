import { createHash } from 'node:crypto'

/** Milliseconds of the task below on an idle core of the machine whose run takes 15 minutes. */
const reference = 450

const runTask = () => {
  const startedAt = performance.now()
  let sum = 0
  for (let step = 0; step < 60e6; step += 1) sum = (sum * 31 + step) | 0
  const hash = createHash('sha256')
  const chunk = Buffer.alloc(2 ** 20, sum & 255)
  for (let count = 0; count < 100; count += 1) hash.update(chunk)
  hash.digest()
  return performance.now() - startedAt
}

/**
 * How many times slower this machine is now than the reference; at least 1. Of three attempts the fastest counts,
 * because a core that is shared for a moment is not a slow one.
 */
export const measureSlowness = () => Math.max(1, Math.min(runTask(), runTask(), runTask()) / reference)
