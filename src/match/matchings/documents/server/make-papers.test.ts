import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { Context } from '#kit/server/context.ts'
import { readSnapshot } from '#kit/server/records/read-snapshot.ts'
import { buildFair, listOpenSlots } from '#match/fairs/factory.ts'
import { buildParticipation, buildProfile } from '#match/participants/factory.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { buildMatching, buildTimes } from '../../factory.ts'
import { matchings } from '../../table.ts'
import { listFairMeetings } from './make-papers.ts'

const api = prepareTestApi()

/** Creates five consecutive meetings; `move` reschedules one of them to the slot at an index. */
const buildScene = async () => {
  const fair = await buildFair(api.context, { inHours: 72 })
  const slots = await listOpenSlots(api.context, fair.id)
  const profileOf = async (role: 'seller' | 'buyer') => {
    const { id } = await buildProfile(api.context, { role })
    await buildParticipation(api.context, { fairId: fair.id, profileId: id })
    return id
  }
  const timeOf = (index: number) => {
    const slot = slots[index]
    if (!slot) throw new Error('The fair has too few slots')
    return { slotId: slot.id, startsAt: slot.startsAt, endsAt: slot.endsAt }
  }
  const meetings: string[] = []
  for (let index = 0; index < 5; index += 1) {
    const [sellerId, buyerId] = [await profileOf('seller'), await profileOf('buyer')]
    await buildTimes(api.context, { fairId: fair.id, buyerId })
    const placed = { state: 'confirmed' as const, way: 'online' as const, place: 1, ...timeOf(index + 1) }
    meetings.push((await buildMatching(api.context, { fairId: fair.id, sellerId, buyerId, ...placed })).sellerId)
  }
  const move = (index: number, to: number) =>
    api.services.database
      .update(matchings)
      .set(timeOf(to))
      .where(eq(matchings.sellerId, meetings[index] ?? ''))
  return { fair, meetings, move }
}

/** Wraps a context so that `between` runs after each batch of rows is read. */
const watchBatches = (context: Context, between: () => Promise<void>): Context =>
  Object.assign(Object.create(context), {
    database: {
      execute: async (query: Parameters<Context['database']['execute']>[0]) => {
        const answer = await context.database.execute(query)
        await between()
        return answer
      },
    },
  })

/** Reads the meetings for a paper while the first and the last are rescheduled after the first batch. */
const readWhileMoved = async (read: (work: (within: Context) => Promise<unknown>) => Promise<unknown>) => {
  const { fair, meetings, move } = await buildScene()
  let found: string[] = []
  let pieces = 0
  await read(async (within) => {
    const between = async () => {
      pieces += 1
      if (pieces > 1) return
      await move(0, 7)
      await move(4, 0)
    }
    const rows = await listFairMeetings(watchBatches(within, between), fair.id, { isReleased: false, batchSize: 2 })
    found = rows.map(({ seller }) => seller)
  })
  expect(pieces).toBeGreaterThan(2)
  return { found, meetings }
}

it('reads each meeting once while meetings are moved', async () => {
  const { found, meetings } = await readWhileMoved((work) => readSnapshot(api.context, work))
  expect(found).toEqual(meetings)
})

it('reads one meeting twice and misses another without a snapshot (control)', async () => {
  const { found, meetings } = await readWhileMoved((work) => work(api.context))
  expect(found.filter((one) => one === meetings[0])).toHaveLength(2)
  expect(found).not.toContain(meetings[4])
})
