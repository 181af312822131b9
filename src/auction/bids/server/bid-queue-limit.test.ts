import pg from 'pg'
import { expect, it } from 'vitest'
import { buildAuction, buildRegistration } from '#auction/auctions/factory.ts'
import { buildWork } from '#auction/works/factory.ts'
import type { CallRefused } from '#kit/client.ts'
import { createTestApi } from '#test/server/test-api.ts'
import { bids } from '../contract.ts'

it('answers `crowded` to a bid that waits too long behind others, and does not place it', {
  tags: ['deep'],
}, async () => {
  const api = await createTestApi({ limits: { crowds: { maxConcurrent: 1, maxWait: 300 } } })
  const program = await buildAuction(api.context)
  const { id } = await buildWork(api.context, { program: program.id })
  const [first, second] = [await api.actor([]), await api.actor([])]
  for (const { userId } of [first, second]) await buildRegistration(api.context, { programId: program.id, userId })
  const bid = (actor: typeof first, amount: number, locale: 'ko' | 'en' | 'cn' = 'ko') =>
    api
      .client(bids, actor, locale)
      .place({ params: { id }, body: { kind: 'open', amount } }, { headers: { 'idempotency-key': `bid-${amount}` } })
  const lock = new pg.Client(api.database.directUrl)
  lock.on('error', () => undefined)
  await lock.connect()
  try {
    await lock.query('BEGIN')
    await lock.query('SELECT FROM auction_works WHERE id = $1 FOR UPDATE', [id])
    const before = bid(first, 100_000)
    const waiting = `SELECT count(*)::int AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock'
      AND datname = current_database()`
    await expect.poll(async () => (await lock.query(waiting)).rows[0].count).toBe(1)
    const refusals = await Promise.all(
      (['ko', 'en', 'cn'] as const).map((locale) =>
        bid(second, 200_000, locale).then(
          () => undefined,
          ({ status, refusal }: CallRefused) => ({ status, ...refusal }),
        ),
      ),
    )
    expect(refusals).toMatchObject([
      { status: 409, code: 'crowded', message: expect.stringContaining('다시 시도') },
      { status: 409, code: 'crowded', message: expect.stringContaining('try again') },
      { status: 409, code: 'crowded', message: expect.stringContaining('重试') },
    ])
    await lock.query('COMMIT')
    expect((await before).receipt).toMatchObject({ seq: 1, amount: 100_000 })
    // The same bid with the same key succeeds now: it was not stored before.
    expect((await bid(second, 200_000)).receipt).toMatchObject({ seq: 2, amount: 200_000 })
  } finally {
    await lock.end()
    await api.close()
  }
})
