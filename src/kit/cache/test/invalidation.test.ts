import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { offices } from '#firm/offices/contract.ts'
import { officeInput } from '#firm/offices/factory.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import type { Actor } from '#test/server/test-api.ts'
import { type Listener, listen } from '../../db/listen.ts'
import { renderError } from '../../server/http/render-error.ts'
import { matchPath } from '../../server/kernel.ts'
import { apiSources } from '../api-source.ts'
import { type Source, TagCache } from '../tag-cache.ts'

// Covers the full path of a change: committed through the API, announced by the row trigger, received by every process,
// seen by every reader. Two processes are simulated by two caches with one connection each.

const path = '/api/v1/offices'

interface Process {
  source: Source
  cache: TagCache
  listener: Listener
  /** Floor texts of the offices, as served to a visitor of this process. */
  floors(): Promise<string[]>
}

const api = prepareTestApi()
let editor: Actor
let processes: Process[]

const startProcess = async (): Promise<Process> => {
  const [source] = apiSources({
    cachedAs: (pathname) => (matchPath(path, pathname) ? true : null),
    answer: (pathname, query, locale) => api.kernel.answerPublic(pathname, query, locale),
    refuse: (error, locale) => renderError(error, locale, ''),
  })
  if (!source) throw new Error('The API has no source')
  const cache = new TagCache([source])
  const startsListening = Promise.withResolvers<void>()
  const listener = listen({
    url: api.database.directUrl,
    channel: 'cache',
    onMessage: (payload) => cache.invalidate(payload.split(' ')),
    onState(hearing) {
      cache.setListening(hearing)
      if (hearing) startsListening.resolve()
    },
  })
  await startsListening.promise
  return {
    source,
    cache,
    listener,
    async floors() {
      const key = source.keyOf(path, 'ko') ?? ''
      const ready = cache.fresh(source, key) ?? (await cache.obtain(source, key))
      const { offices: list } = JSON.parse(ready.representations.identity.body.toString()) as {
        offices: { floor: string }[]
      }
      return list.map(({ floor }) => floor).sort()
    },
  }
}

beforeAll(async () => {
  editor = await api.actor(['console', 'console:offices'])
  processes = [await startProcess(), await startProcess()]
})
afterAll(async () => {
  for (const { listener } of processes) await listener.close()
})
beforeEach(async () => {
  for (const { floors } of processes) await floors()
})

/** Updates the row directly: the trigger must fire whatever changes it. */
const edit = (id: string, floor: string) =>
  api.services.database.execute(
    sql`UPDATE offices SET floor = ${JSON.stringify({ ko: floor })}::jsonb WHERE id = ${id}`,
  )

const create = async (floor: string) =>
  (await api.client(offices, editor).create({ body: officeInput({ floor: { ko: floor } }) })).office._id

/** Waits until both processes show exactly these floors; returns the elapsed milliseconds. */
const countShown = async (...floors: string[]): Promise<number> => {
  const startedAt = performance.now()
  for (;;) {
    const both = await Promise.all(processes.map((each) => each.floors()))
    if (both.every((list) => floors.every((floor) => list.includes(floor)))) return performance.now() - startedAt
    if (performance.now() - startedAt > 2000) throw new Error(`Shown: ${JSON.stringify(both)}; wanted: ${floors}`)
    await wait(2)
  }
}

test('shows created, changed and removed records in both processes', async () => {
  const id = await create('1층')
  await countShown('1층')
  await edit(id, '2층')
  await countShown('2층')
  await api.client(offices, editor).remove({ params: { id } })
  await wait(50)
  for (const { floors } of processes) {
    await expect.poll(floors).not.toContain('2층')
  }
})

test('renders nothing again without a change', async () => {
  await create('3층')
  await countShown('3층')
  const before = processes.map(({ cache }) => cache.counters().made)
  for (let time = 0; time < 100; time += 1) await Promise.all(processes.map(({ floors }) => floors()))
  expect(processes.map(({ cache }) => cache.counters().made)).toEqual(before)
})

test('shows the last version to all readers after 64 concurrent edits', async () => {
  const ids = await Promise.all(Array.from({ length: 8 }, (_, index) => create(`${index}번째`)))
  let writing = true
  const readers = processes.flatMap(({ floors }) =>
    Array.from({ length: 4 }, async () => {
      while (writing) {
        await floors()
        await wait(1)
      }
    }),
  )
  await Promise.all(Array.from({ length: 64 }, (_, index) => edit(ids[index % ids.length] ?? '', `${index}차`)))
  const last = await Promise.all(ids.map((id, index) => edit(id, `마지막 ${index}`).then(() => `마지막 ${index}`)))
  writing = false
  await Promise.all(readers)
  await countShown(...last)
})
