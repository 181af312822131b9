import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { buildFair, listOpenSlots } from '#match/fairs/factory.ts'
import { fairs } from '#match/fairs/table.ts'
import { buildParticipation, buildProfile } from '#match/participants/factory.ts'
import { prepareCrowd } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { matchings as contract } from '../../contract.ts'
import { freeTimeDrafts } from '../../table.ts'
import { deleteEndedDrafts } from './save-draft.ts'

// All devices share the draft of a buyer's times until it is saved; concurrent writes never overwrite each other
// silently.

const api = prepareTestApi()
const crowd = prepareCrowd(api)

// Each client has its own address, because rate limits are tested elsewhere.
let addresses = 0
let fair: string
let slots: string[]
let buyer: Awaited<ReturnType<typeof partOf>>
const partOf = async () => {
  const actor = await api.actor([], { kind: 'COMPANY' })
  const profile = await buildProfile(api.context, { role: 'buyer', userId: actor.userId })
  await buildParticipation(api.context, { fairId: fair, profileId: profile.id })
  const client = () => {
    addresses += 1
    return api.client(contract, actor, 'ko', `10.9.${addresses >> 8}.${addresses & 255}`)
  }
  return { client: client(), profile, another: client }
}
beforeEach(async () => {
  fair = (await buildFair(api.context)).id
  slots = (await listOpenSlots(api.context, fair)).map(({ id }) => id)
  buyer = await partOf()
})

const times = (...indexes: number[]) => indexes.map((index) => ({ slot: slots[index] ?? '', way: 'online' as const }))
const draw = (version: number, ...indexes: number[]) =>
  buyer.client.draftTimes({ params: { fair }, body: { times: times(...indexes), version } })
const readSchedule = () => buyer.client.schedule({ params: { fair } })
const fieldOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error) => ({ status: error.status, fields: Object.keys(error.refusal?.fields ?? {}) }),
  )

it('stores a draft beside the saved times, shows it on other devices, and clears it on saving', async () => {
  expect(await readSchedule()).toMatchObject({ version: 0, draft: null })
  expect(await draw(0, 0, 1)).toMatchObject({ version: 1 })
  const { version } = await draw(1, 0, 1, 2)
  const schedule = await readSchedule()
  expect(schedule).toMatchObject({ version: 2, draft: { times: times(0, 1, 2) } })
  expect(schedule.slots.every(({ way }) => way === null)).toBe(true)

  const saved = await buyer.client.setTimes({ params: { fair }, body: { times: times(0), version } })
  expect(saved).toMatchObject({ version: 3, draft: null })
  // A client with an older version can neither change the draft nor save.
  expect(await fieldOf(draw(2, 5))).toEqual({ status: 409, fields: ['version'] })
  const late = buyer.client.setTimes({ params: { fair }, body: { times: times(5), version: 2 } })
  expect(await fieldOf(late)).toEqual({ status: 409, fields: ['version'] })
  expect((await readSchedule()).slots.flatMap(({ way }, index) => (way ? [index] : []))).toEqual([0])
})

it('drops a draft, and rejects slots outside the grid and unknown versions', async () => {
  await draw(0, 0)
  await buyer.client.draftTimes({ params: { fair }, body: { times: null, version: 1 } })
  expect(await readSchedule()).toMatchObject({ version: 2, draft: null })
  const foreign = [{ slot: crypto.randomUUID(), way: 'online' as const }]
  expect(await fieldOf(buyer.client.draftTimes({ params: { fair }, body: { times: foreign, version: 2 } }))).toEqual({
    status: 400,
    fields: ['times'],
  })
  expect(await fieldOf(draw(-1, 0))).toEqual({ status: 400, fields: ['version'] })
  // A version that never existed.
  expect(await fieldOf(draw(9, 0))).toEqual({ status: 409, fields: ['version'] })
})

it('hides a draft from other companies, and answers 404 to a buyer who does not take part', async () => {
  await draw(0, 0)
  const other = await partOf()
  expect(await other.client.schedule({ params: { fair } })).toMatchObject({ version: 0, draft: null })
  // A buyer who does not take part in this fair.
  const actor = await api.actor([], { kind: 'COMPANY' })
  await buildProfile(api.context, { role: 'buyer', userId: actor.userId })
  const stranger = api.client(contract, actor)
  const body = { times: times(0), version: 0 }
  expect(await fieldOf(stranger.draftTimes({ params: { fair }, body }))).toMatchObject({ status: 404 })
})

it('rejects and deletes drafts once the fair has ended', async () => {
  const { version } = await draw(0, 0)
  await api.services.database.update(fairs).set({ phase: 'expired' }).where(eq(fairs.id, fair))
  expect(await fieldOf(draw(version, 1))).toEqual({ status: 409, fields: ['fair'] })
  const save = buyer.client.setTimes({ params: { fair }, body: { times: times(0), version } })
  expect(await fieldOf(save)).toEqual({ status: 409, fields: ['fair'] })
  expect((await readSchedule()).draft).toBeNull()
  await deleteEndedDrafts(api.context)
  expect(await api.services.database.$count(freeTimeDrafts, eq(freeTimeDrafts.fairId, fair))).toBe(0)
})

it('accepts one of many concurrent windows with the same version and refuses the others', {
  tags: ['deep'],
}, async () => {
  const windows = Array.from({ length: 12 }, () => buyer.another())
  for (let version = 0; version < 4; version += 1) {
    const answers = await Promise.all(
      windows.map((one, index) => {
        const body = { times: times(index % slots.length), version }
        const call = index % 4 === 3 ? one.setTimes : one.draftTimes
        return fieldOf(call({ params: { fair }, body }))
      }),
    )
    expect(answers.filter((answer) => answer === null)).toHaveLength(1)
    for (const answer of answers) if (answer) expect(answer).toEqual({ status: 409, fields: ['version'] })
    expect((await readSchedule()).version).toBe(version + 1)
  }
})

it('loses strokes when the version is read before writing (control), which the table refuses', {
  tags: ['deep'],
}, async () => {
  await draw(0, 0)
  const { pool } = crowd
  const name = `drafts_${fair.replaceAll('-', '')}`
  await pool.query(`CREATE TABLE ${name} AS SELECT * FROM free_time_drafts WHERE fair_id = '${fair}'`)
  const read = async () => (await pool.query<{ version: number }>(`SELECT version FROM ${name}`)).rows[0]?.version
  const write = (table: string, version: number) =>
    pool.query(`UPDATE ${table} SET times = '[]', version = ${version} WHERE fair_id = '${fair}'`)
  const both = await Promise.all([read(), read()])
  const allowed = both.filter((version) => version === 1)
  for (const version of allowed) await write(name, (version ?? 0) + 1)
  // Both writers pass the check, so the strokes of the first one are lost.
  expect(allowed).toHaveLength(2)
  await pool.query(`DROP TABLE ${name}`)
  // The table itself refuses a second write of the same version.
  await write('free_time_drafts', 2)
  await expect(write('free_time_drafts', 2)).rejects.toMatchObject({ code: '23514' })
  const { rows } = await api.services.database.execute<{ version: number }>(
    sql`SELECT version FROM free_time_drafts WHERE fair_id = ${fair}`,
  )
  expect(rows).toEqual([{ version: 2 }])
})
