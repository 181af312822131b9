import type pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { CallRefused } from '#kit/client.ts'
import type { TestApi } from './test-api.ts'
import { openPlainPool } from './test-database.ts'

/** Number of concurrent callers, each with a connection. */
export const callers = 64

/**
 * Barrier: each caller waits until all `count` have arrived. A naive version has one between read and write; without it,
 * its callers could run one after another on a busy machine, and it would pass.
 */
export const createBarrier = (count = callers): (() => Promise<void>) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let arrived = 0
  return () => {
    arrived += 1
    if (arrived === count) resolve()
    return promise
  }
}

export interface Crowd {
  /** Opened by the first concurrent call; before it, every query opens a connection. */
  pool: pg.Pool
  /** Every caller runs `work` concurrently. All connections are open before, so that none is delayed by connecting. */
  callConcurrently<T>(work: (index: number) => Promise<T>): Promise<T[]>
  /** Worst case of a naive version: every caller reads before the first one writes. */
  readThenAct<T>(look: (index: number) => Promise<T>, act: (seen: T, index: number) => Promise<unknown>): Promise<void>
  close(): Promise<void>
}

/** Creates a pool with a connection per caller. Opening 64 takes a second, so it waits until a test needs them. */
export const openCrowd = (api: TestApi): Crowd => {
  const pool = openPlainPool(api.database.directUrl, callers)
  const callAll = <T>(work: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: callers }, (_, index) => work(index)))
  let opened: Promise<unknown> | undefined
  const callConcurrently: Crowd['callConcurrently'] = async (work) => {
    opened ??= callAll(() => pool.query('SELECT pg_sleep(0.1)'))
    await opened
    return callAll(work)
  }
  const readThenAct: Crowd['readThenAct'] = async (look, act) => {
    const seen = await callConcurrently(look)
    await Promise.all(seen.map(act))
  }
  return { pool, callConcurrently, readThenAct, close: () => pool.end() }
}

/** Crowd for the tests of a file, like `prepareTestApi`. */
export const prepareCrowd = (api: TestApi): Crowd => {
  const crowd = {} as Crowd
  beforeAll(() => {
    Object.assign(crowd, openCrowd(api))
  })
  afterAll(() => crowd.close())
  return crowd
}

/** Status of a call: `good` on success. Rethrows errors other than refusals. */
export const statusOf = (call: Promise<unknown>, good: number): Promise<number> =>
  call.then(
    () => good,
    (error) => {
      if (error instanceof CallRefused) return error.status
      throw error
    },
  )
