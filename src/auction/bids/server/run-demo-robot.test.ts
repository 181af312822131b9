import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { buildAuction, depositInput } from '#auction/auctions/factory.ts'
import { buildWork } from '#auction/works/factory.ts'
import { buildUser } from '#people/users/factory.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { bids } from '../contract.ts'
import { buildRobot } from '../factory.ts'
import { bidAsRobot } from './run-demo-robot.ts'

const api = prepareTestApi()

const waiting = async (program: string) =>
  (await api.context.database.execute(sql`SELECT FROM graphile_worker.jobs WHERE key = ${`robot:${program}`}`)).rows
    .length

it('bids once started, never against itself, and stops when stopped', async () => {
  const desk = api.client(bids, await api.actor(['console', 'console:auction']))
  const work = await buildWork(api.context)
  const params = { id: work.program }
  // Without the demonstration there are no robot accounts.
  expect((await desk.desk({ params })).robot).toBeNull()
  await expect(desk.robot({ params, body: { minutes: 5 } })).rejects.toMatchObject({ status: 404 })

  // A member may choose such a username; the robot does not bid for them.
  await buildUser(api.context, { username: 'auction-demo-kim', email: 'kim@mail.example' })
  expect((await desk.desk({ params })).robot).toBeNull()
  for (let count = 0; count < 2; count += 1) await buildRobot(api.context)
  await bidAsRobot(api.context, { program: work.program })
  expect((await desk.deskHistory({ params: { work: work.id } })).bids).toEqual([])
  const { robot } = await desk.robot({ params, body: { minutes: 5 } })
  expect(Date.parse(robot.until ?? '')).toBeGreaterThan(Date.now())
  expect(await waiting(work.program)).toBe(1)
  for (let bid = 0; bid < 6; bid += 1) await bidAsRobot(api.context, { program: work.program })
  const { bids: placed } = await desk.deskHistory({ params: { work: work.id } })
  expect(placed.map(({ price }) => price)).toEqual([150_000, 140_000, 130_000, 120_000, 110_000, 100_000])
  for (const [index, { bidder }] of placed.entries()) expect(bidder).not.toBe(placed[index + 1]?.bidder)
  expect(await waiting(work.program)).toBe(1)

  await desk.robot({ params, body: { minutes: 0 } })
  await bidAsRobot(api.context, { program: work.program })
  expect((await desk.deskHistory({ params: { work: work.id } })).bids).toHaveLength(6)
  for (const minutes of [-1, 61, 1.5])
    await expect(desk.robot({ params, body: { minutes } })).rejects.toMatchObject({ status: 400 })
})

it('has the deposit that an auction requires, also if it registered before a deposit was required', async () => {
  const desk = api.client(bids, await api.actor(['console', 'console:auction']))
  for (let count = 0; count < 2; count += 1) await buildRobot(api.context)
  const { id: program } = await buildAuction(api.context, { deposit: depositInput })
  const work = await buildWork(api.context, { program })
  await api.context.database.execute(sql`
    INSERT INTO auction_entries (id, program_id, user_id, state, terms_version, accepted_at)
    SELECT gen_random_uuid(), ${program}::uuid, id, 'approved', 1, now() FROM users WHERE username LIKE 'auction-demo-%'`)
  await desk.robot({ params: { id: program }, body: { minutes: 5 } })
  for (let bid = 0; bid < 4; bid += 1) await bidAsRobot(api.context, { program })
  const { bids: placed } = await desk.deskHistory({ params: { work: work.id } })
  expect(placed).toHaveLength(4)
  const { rows } = await api.context.database.execute<{ deposit: string; own: number }>(sql`
    SELECT deposit, count(*)::int AS own FROM auction_entries WHERE program_id = ${program} AND user_id IN
      (SELECT user_id FROM auction_bids WHERE work_id = ${work.id}) GROUP BY deposit`)
  expect(rows).toEqual([{ deposit: 'received', own: new Set(placed.map(({ bidder }) => bidder)).size }])
})
