// @module-tag deep
import { inArray } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { beforeEach, describe, expect, it } from 'vitest'
import { Context, publicScope } from '#kit/server/context.ts'
import { callers, createBarrier, prepareCrowd } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { buildLevel } from '../factory.ts'
import { levels, scopeGrants } from '../table.ts'
import { grantNewScopes } from './grant-new-scopes.ts'

const api = prepareTestApi()
const crowd = prepareCrowd(api)

type Grant = typeof grantNewScopes
const buildScope = (name: string) => `console:${name}:write` as const

/** Naive: read the new scopes, decide, write. Several processes then find the same scope new. */
const naiveGrant =
  (haveLooked = createBarrier()): Grant =>
  async (context, scopes) => {
    const granted = await context.database.select({ scope: scopeGrants.scope }).from(scopeGrants)
    const fresh = [...scopes].filter(([scope]) => !granted.some((item) => item.scope === scope))
    for (const [scope, keys] of fresh) {
      const rows = await context.database
        .select()
        .from(levels)
        .where(inArray(levels.key, [...keys]))
      await haveLooked()
      for (const row of rows)
        await context.database
          .update(levels)
          .set({ scopes: [...row.scopes, scope] })
          .where(inArray(levels.key, [row.key]))
      const at = { scope, grantedAt: context.now() }
      await context.database.insert(scopeGrants).values(at).onConflictDoNothing()
    }
    return fresh.map(([scope]) => scope)
  }

let round = 0
let keys: string[] = []
beforeEach(async () => {
  round += 1
  keys = [`writer-${round}`, `reader-${round}`]
  for (const key of keys) await buildLevel(api.context, { key, scopes: ['console'] })
})

const createContext = () => new Context(api.services, publicScope('ko'), drizzle({ client: crowd.pool }) as never)
const readHeldScopes = async () => {
  const rows = await api.services.database.select().from(levels).where(inArray(levels.key, keys))
  return rows.map(({ scopes }) => scopes.toSorted())
}

/** Starts processes of one release concurrently; returns all their results and the scopes each level has afterwards. */
const startEqualReleases = async (grant: Grant) => {
  const scopes = new Map([0, 1, 2].map((index) => [buildScope(`new-${round}-${index}`), keys]))
  const results = await crowd.callConcurrently(() => grant(createContext(), scopes))
  return { wanted: [...scopes.keys()], given: results.flat().sort(), held: await readHeldScopes() }
}

/** Starts processes of several releases concurrently, each with a scope of its own. */
const startDifferentReleases = async (grant: Grant) => {
  const results = await crowd.callConcurrently((index) =>
    grant(createContext(), new Map([[buildScope(`own-${round}-${`${index}`.padStart(2, '0')}`), keys]])),
  )
  return { given: results.flat().sort(), held: await readHeldScopes() }
}

describe('scopes that are new to a database', () => {
  it('are granted once by processes that start concurrently', async () => {
    const { wanted, given, held: heldScopes } = await startEqualReleases(grantNewScopes)
    expect(given).toEqual(wanted)
    for (const scopes of heldScopes) expect(scopes).toEqual(['console', ...wanted])
  })

  it('are granted more than once by the naive variant', async () => {
    const { wanted, given } = await startEqualReleases(naiveGrant())
    expect(given.length).toBeGreaterThan(wanted.length)
  })

  it('are all granted when each process adds another', async () => {
    const { given, held: heldScopes } = await startDifferentReleases(grantNewScopes)
    expect(given).toHaveLength(callers)
    for (const scopes of heldScopes) expect(scopes).toEqual(['console', ...given])
  })

  it('are lost with the naive variant when each process adds another', async () => {
    const { given, held: heldScopes } = await startDifferentReleases(naiveGrant())
    expect(given).toHaveLength(callers)
    expect(Math.min(...heldScopes.map((scopes) => scopes.length))).toBeLessThan(callers + 1)
  })

  it('are not granted again to a level when an owner removes them meanwhile', async () => {
    const scopes = new Map([[buildScope(`taken-${round}`), keys]])
    await grantNewScopes(api.context, scopes)
    await crowd.callConcurrently(async (index) => {
      if (index === 0)
        await api.services.database
          .update(levels)
          .set({ scopes: ['console'] })
          .where(inArray(levels.key, keys))
      else await grantNewScopes(createContext(), scopes)
    })
    expect(await readHeldScopes()).toEqual([['console'], ['console']])
  })
})
