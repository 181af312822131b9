import type pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { CallRefused } from '#kit/client.ts'
import { createTestApi, type TestApi } from '../server/api.ts'
import { openPlainPool } from '../server/database.ts'

/** Callers at once, each on a connection of its own. */
export const callers = 64

/**
 * A point at which each waits until all `count` have come. A naive twin has one between looking and acting: on a busy
 * machine its callers would come one after another, and it would pass.
 */
export const meetingPoint = (count = callers): (() => Promise<void>) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let come = 0
  return () => {
    come += 1
    if (come === count) resolve()
    return promise
  }
}

export interface Crowd {
  /** Its connections are open already: nobody comes later for having to knock first. */
  pool: pg.Pool
  /** Every caller does `work` at the same time. */
  together<T>(work: (index: number) => Promise<T>): Promise<T[]>
  /** As a naive twin fares when its callers are quick: each has looked before the first acts. */
  lookThenAct<T>(look: (index: number) => Promise<T>, act: (seen: T, index: number) => Promise<unknown>): Promise<void>
  leave(): Promise<void>
}

/** Opens a connection for each caller. Prepare other things (the table of a naive twin) afterwards. */
export const gatherCrowd = async (api: TestApi): Promise<Crowd> => {
  const pool = openPlainPool(api.database.directUrl, callers)
  const together: Crowd['together'] = (work) => Promise.all(Array.from({ length: callers }, (_, index) => work(index)))
  await together(() => pool.query('SELECT pg_sleep(0.1)'))
  const lookThenAct: Crowd['lookThenAct'] = async (look, act) => {
    const seen = await together(look)
    await Promise.all(seen.map(act))
  }
  return { pool, together, lookThenAct, leave: () => pool.end() }
}

/** The API that the tests of a file share, and callers at once; opened before them and closed after them. */
export const prepareCrowd = (): { api: TestApi; crowd: Crowd } => {
  const bench = {} as { api: TestApi; crowd: Crowd }
  beforeAll(async () => {
    bench.api = await createTestApi()
    bench.crowd = await gatherCrowd(bench.api)
  })
  afterAll(async () => {
    await bench.crowd.leave()
    await bench.api.close()
  })
  return bench
}

/** The status a call was answered with: `good` where it was not refused. Throws what is no refusal. */
export const statusOf = (call: Promise<unknown>, good: number): Promise<number> =>
  call.then(
    () => good,
    (error) => {
      if (error instanceof CallRefused) return error.status
      throw error
    },
  )
