import { asc, isNotNull } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { buildJoining } from '#people/joining/factory.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { seed } from './demo.ts'
import { matchingAgreements, matchingEvents, matchingRatings, matchings } from './table.ts'

const api = prepareTestApi()
beforeAll(async () => {
  await buildJoining(api.context)
  await api.context.transaction((within) => seed(within, { accounts: [], isDemo: true, scopes: new Map() }))
})

it('orders the history of each demo meeting: request, offer and confirmation before it, rating after it', async () => {
  const { database } = api.services
  const meetings = await database.select().from(matchings).where(isNotNull(matchings.startsAt))
  expect(new Set(meetings.map(({ state }) => state))).toEqual(new Set(['confirmed', 'held', 'no_show']))
  const events = await database.select().from(matchingEvents).orderBy(asc(matchingEvents.createdAt))
  const ratings = await database.select().from(matchingRatings)
  const agreements = await database.select().from(matchingAgreements)
  for (const { id, state, startsAt, endsAt, createdAt, updatedAt } of meetings) {
    const own = events.filter(({ matchingId }) => matchingId === id)
    expect(own[0]?.createdAt).toEqual(createdAt)
    expect(own.at(-1)?.createdAt).toEqual(updatedAt)
    const after = { confirmed: [], held: ['rate'], no_show: ['report'] }[state as 'confirmed' | 'held' | 'no_show']
    expect(own.map(({ action }) => action)).toEqual(['request', 'offer', 'confirm', ...after])
    for (const { action, createdAt: at } of own)
      if (after.some((one) => one === action)) expect(at > (endsAt ?? at)).toBe(true)
      else expect(at < (startsAt ?? at)).toBe(true)
    for (const one of [...ratings, ...agreements].filter(({ matchingId }) => matchingId === id))
      expect(one.createdAt > (startsAt ?? one.createdAt)).toBe(true)
  }
})
