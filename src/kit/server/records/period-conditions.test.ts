import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { type PeriodState, periodState } from '../../time/period-state.ts'
import { inPeriodState } from './period-conditions.ts'

const api = prepareTestApi()

const at = (milliseconds: number) => new Date(Date.UTC(2026, 10, 22) + milliseconds)
const states: PeriodState[] = ['coming', 'running', 'ended']

describe('a period against a moment', () => {
  it.each<[number | null, number | null, PeriodState]>([
    [null, null, 'running'],
    [-1, null, 'running'],
    [0, null, 'running'],
    [1, null, 'coming'],
    [null, 1, 'running'],
    [null, 0, 'ended'],
    [null, -1, 'ended'],
    [-2, -1, 'ended'],
    [0, 1, 'running'],
    [1, 2, 'coming'],
  ])('from %s to %s ms from now is %s, in code and in a statement', async (from, to, expected) => {
    const [start, end] = [from, to].map((one) => (one === null ? null : at(one)))
    expect(periodState(start, end, at(0))).toBe(expected)
    expect(periodState(start?.toISOString(), end?.toISOString(), at(0))).toBe(expected)
    const [first, last] = [start, end].map((one) => sql`${one?.toISOString() ?? null}::timestamptz`)
    for (const state of states) {
      const statement = sql`SELECT coalesce(${inPeriodState(state, first as never, last as never, at(0))}, false) AS fits`
      const { rows } = await api.services.database.execute<{ fits: boolean }>(statement)
      expect([state, rows[0]?.fits]).toEqual([state, state === expected])
    }
  })

  it('is compared only here', () => {
    const source = join(import.meta.dirname, '../../..')
    // The time at which a message is sent (`send_at`) is not the end of a period.
    const side = /(start_?at|(?<!s)end_?at|publish_?(from|to)|effective_?at)\b/i
    const compared = /\s[<>]=?\s|\b[gl]te?\(/
    const now = /\bnow\b|\bnew Date\(\)/
    const found = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|demo\.ts$/.test(name))
      .filter((name) =>
        readFileSync(join(source, name), 'utf8')
          .split('\n')
          .some((line) => [side, compared, now].every((part) => part.test(line))),
      )
    expect(found).toEqual([])
  })
})
