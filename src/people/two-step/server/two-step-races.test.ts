// @module-tag deep
import { and, eq, isNull, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { beforeAll, describe, expect, it } from 'vitest'
import { hashToken } from '#kit/auth/tokens.ts'
import { Context, publicScope } from '#kit/server/context.ts'
import { maxTrustedDevices } from '#people/auth/rules.ts'
import { isTrustedDevice, trustDevice } from '#people/auth/server/trust-device.ts'
import { trustedDevices } from '#people/auth/table.ts'
import { buildUser } from '#people/users/factory.ts'
import { callers, createBarrier, prepareCrowd } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { buildTwoStep } from '../factory.ts'
import { maxPendingAttempts } from '../rules.ts'
import { pendingLogins, recoveryCodes, twoSteps } from '../table.ts'
import { claimPendingAttempt, endPendingLogin } from './create-pending-login.ts'
import { matchStep, spendCode, storePendingSecret } from './verify-code.ts'

const api = prepareTestApi()
const crowd = prepareCrowd(api)
beforeAll(async () => {
  await api.services.database.execute(sql`CREATE TABLE naive_two_steps (user_id uuid, last_step bigint)`)
  await api.services.database.execute(sql`CREATE TABLE naive_trusted (user_id uuid)`)
})

const createContext = () => new Context(api.services, publicScope('ko'), drizzle({ client: crowd.pool }) as never)

type SpendVariant = (context: Context, userId: string, code: string) => Promise<unknown>

/** Naive: read the last step, decide, write. Many find the code unused. Uses a table without the trigger. */
const naiveTotp =
  (haveLooked = createBarrier()): SpendVariant =>
  async (context, userId, code) => {
    const [row] = await context.database.select().from(twoSteps).where(eq(twoSteps.userId, userId))
    const { rows } = await context.database.execute<{ last: string }>(
      sql`SELECT last_step AS last FROM naive_two_steps WHERE user_id = ${userId}`,
    )
    await haveLooked()
    const step = row?.secret && matchStep(context.services, userId, row.secret, code, context.now())
    if (!step || step <= Number(rows[0]?.last)) return null
    await context.database.execute(sql`UPDATE naive_two_steps SET last_step = ${step} WHERE user_id = ${userId}`)
    return 'totp'
  }

/** Naive: read whether a code is left, decide, write. */
const naiveRecovery =
  (haveLooked = createBarrier()): SpendVariant =>
  async (context, userId) => {
    const [row] = await context.database
      .select()
      .from(recoveryCodes)
      .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)))
    await haveLooked()
    if (!row) return null
    await context.database
      .update(recoveryCodes)
      .set({ usedAt: context.now() })
      .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, row.codeHash)))
    return 'recovery'
  }

const countSuccesses = (answers: readonly unknown[]) => answers.filter((answer) => answer !== null).length

const createOwnCode = async () => {
  const user = await buildUser(api.context)
  return { userId: user.id, ...(await buildTwoStep(api.context, user.id)) }
}

describe('an app code', () => {
  const runTogether = async (spend: SpendVariant) => {
    const { userId, code } = await createOwnCode()
    const enteredCode = code()
    await api.services.database.execute(sql`INSERT INTO naive_two_steps VALUES (${userId}, 0)`)
    return countSuccesses(await crowd.callConcurrently(() => spend(createContext(), userId, enteredCode)))
  }
  it('is accepted from one of many concurrent callers', async () => expect(await runTogether(spendCode)).toBe(1))
  it('is accepted from several callers by the naive variant', async () =>
    expect(await runTogether(naiveTotp())).toBeGreaterThan(1))

  it('cannot be reused even by a statement without the condition', async () => {
    const { userId, code } = await createOwnCode()
    await spendCode(api.context, userId, code())
    const again = api.services.database.update(twoSteps).set({ lastStep: 1 }).where(eq(twoSteps.userId, userId))
    await expect(again).rejects.toMatchObject({ cause: { code: '23514' } })
  })
})

describe('a recovery code', () => {
  const runTogether = async (spend: SpendVariant) => {
    const { userId, codes } = await createOwnCode()
    const [only = ''] = codes
    return countSuccesses(await crowd.callConcurrently(() => spend(createContext(), userId, only)))
  }
  it('is spent by one of many concurrent callers', async () => expect(await runTogether(spendCode)).toBe(1))
  it('is spent several times by the naive variant', async () =>
    expect(await runTogether(naiveRecovery())).toBeGreaterThan(1))
})

type ClaimVariant = (context: Context, pending: string) => Promise<unknown>

/** Naive: count, decide, write. */
const naiveClaim =
  (haveLooked = createBarrier()): ClaimVariant =>
  async (context) => {
    const [row] = await context.database.select().from(pendingLogins)
    await haveLooked()
    if (!row || row.attempts >= maxPendingAttempts) throw new Error('none left')
    await context.database.update(pendingLogins).set({ attempts: row.attempts + 1 })
  }

describe('a pending log-in', () => {
  const runTogether = async (act: ClaimVariant) => {
    await api.services.database.delete(pendingLogins)
    const pending = await (await createOwnCode()).pending()
    const answers = await crowd.callConcurrently(() =>
      act(createContext(), pending).then(
        () => true,
        () => null,
      ),
    )
    return countSuccesses(answers)
  }
  it('allows five attempts, however many are concurrent', async () =>
    expect(await runTogether(claimPendingAttempt)).toBe(maxPendingAttempts))
  it('allows more with the naive variant', async () => {
    const claims = await runTogether(naiveClaim())
    expect(claims).toBeGreaterThan(maxPendingAttempts)
    expect(claims).toBeLessThanOrEqual(callers)
  })
  it('starts one session', async () => expect(await runTogether(endPendingLogin)).toBe(1))
})

type StoreVariant = (context: Context, userId: string, set: { pending: Buffer; pendingUntil: Date }) => Promise<unknown>

/** Naive: writes without the check for an enabled app, which ran before. */
const naiveKeep: StoreVariant = (context, userId, set) =>
  context.database
    .insert(twoSteps)
    .values({ userId, ...set })
    .onConflictDoUpdate({ target: twoSteps.userId, set })

describe('64 setups without a code while a first app is confirmed', () => {
  const runTogether = async (keep: StoreVariant) => {
    const user = await buildUser(api.context)
    const { secret } = await buildTwoStep(api.context, user.id, { isPending: true })
    const set = { pending: Buffer.from(`of another owner ${secret}`), pendingUntil: api.context.now() }
    await crowd.readThenAct(
      async (index) => ({
        index,
        isFree: (await createContext().database.$count(twoSteps, isNull(twoSteps.secret))) > 0,
      }),
      async ({ index, isFree }) => {
        if (index > 0) return isFree && keep(createContext(), user.id, set)
        const inForce = { secret: Buffer.from(secret), since: api.context.now(), lastStep: 1 }
        await createContext()
          .database.update(twoSteps)
          .set({ ...inForce, pending: null, pendingUntil: null })
          .where(eq(twoSteps.userId, user.id))
      },
    )
    // One slow caller that had read before.
    await keep(createContext(), user.id, set)
    const [row] = await api.services.database.select().from(twoSteps).where(eq(twoSteps.userId, user.id))
    return row?.pending ?? null
  }
  it('leave no pending secret that could replace it', async () =>
    expect(await runTogether(storePendingSecret)).toBeNull())
  it('leave a pending secret with the naive variant', async () => expect(await runTogether(naiveKeep)).not.toBeNull())
})

describe('the trusted devices of an account', () => {
  const trustTogether = async () => {
    const { userId } = await createOwnCode()
    const results = await crowd.callConcurrently(() =>
      createContext().transaction((within) => trustDevice(within, userId).then(({ token }) => token)),
    )
    return { userId, given: results }
  }

  it(`are ${maxTrustedDevices} at most, however many are added concurrently, each with a valid token`, async () => {
    const { userId, given } = await trustTogether()
    expect(await api.services.database.$count(trustedDevices, eq(trustedDevices.userId, userId))).toBe(
      maxTrustedDevices,
    )
    const trusted = await Promise.all(given.map((token) => isTrustedDevice(createContext(), userId, token)))
    expect(trusted.filter(Boolean)).toHaveLength(maxTrustedDevices)
  })

  it('exceed the limit with a naive count-then-write', async () => {
    const { userId } = await createOwnCode()
    await crowd.callConcurrently(async () => {
      const count = 'SELECT count(*)::int AS trusted FROM naive_trusted WHERE user_id = $1'
      const { rows } = await crowd.pool.query<{ trusted: number }>(count, [userId])
      if ((rows[0]?.trusted ?? 0) < maxTrustedDevices)
        await crowd.pool.query('INSERT INTO naive_trusted (user_id) VALUES ($1)', [userId])
    })
    expect(await api.services.database.$count(sql`naive_trusted`)).toBeGreaterThan(maxTrustedDevices)
  })

  it('cannot exceed the limit even by a statement without the condition', async () => {
    const { userId } = await trustTogether()
    const [row] = await api.services.database.select().from(trustedDevices).where(eq(trustedDevices.userId, userId))
    if (!row) throw new Error('none is trusted')
    for (const [place, code] of [
      [maxTrustedDevices + 1, '23514'],
      [1, '23505'],
    ] as const) {
      const one = { ...row, id: api.context.newId(), tokenHash: Buffer.alloc(32, place), place }
      await expect(api.services.database.insert(trustedDevices).values(one)).rejects.toMatchObject({ cause: { code } })
    }
  })

  it('replace the one used longest ago, after any expired one', async () => {
    const { userId } = await createOwnCode()
    const trustNewDevice = async () => {
      api.clock.forward(60_000)
      return (await api.context.transaction((within) => trustDevice(within, userId))).token
    }
    const tokens: string[] = []
    for (let device = 0; device < maxTrustedDevices; device += 1) tokens.push(await trustNewDevice())
    const [first = '', second = '', third = ''] = tokens
    const isStill = (token: string) => isTrustedDevice(api.context, userId, token)
    expect(await isStill(first)).toBe(true)
    await trustNewDevice()
    expect(await isStill(second)).toBe(false)
    await api.services.database
      .update(trustedDevices)
      .set({ expiresAt: api.context.now() })
      .where(and(eq(trustedDevices.userId, userId), eq(trustedDevices.tokenHash, hashToken(tokens[5] ?? ''))))
    await trustNewDevice()
    expect(await isStill(third)).toBe(true)
  })
})
