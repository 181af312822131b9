import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { hashPassword } from '#kit/auth/password.ts'
import { buildUser } from '#people/users/factory.ts'
import { createTestApi, type TestApi } from '../test/api.ts'
import { setup } from '../test/database.ts'

const rounds = 60
const floodSeconds = 5
const attemptsPerSecond = 200

const sorted = (values: number[]) => values.toSorted((a, b) => a - b)
const at = (values: number[], part: number) => sorted(values)[Math.floor((values.length - 1) * part)] ?? 0

/** A wrong password, from an address of its own: throttling is not what is measured. */
const attempt = async (api: TestApi, username: string, count: number): Promise<number> => {
  const authorization = `Basic ${Buffer.from(`${username}:something else`).toString('base64')}`
  const began = performance.now()
  await api.request({
    url: '/api/auth/refreshToken',
    remoteAddress: `10.1.${count >> 8}.${count & 255}`,
    headers: { authorization },
  })
  return performance.now() - began
}

/** How long a wrong password takes beside a name that nobody has: it must not tell whether an account exists. */
const compareTimes = async (api: TestApi): Promise<void> => {
  const passwordHash = await hashPassword('초롱꽃 핀 담장 아래 42')
  const took = { known: [] as number[], unknown: [] as number[] }
  const users = await Promise.all(Array.from({ length: rounds }, () => buildUser(api.context, { passwordHash })))
  for (const [round, { username }] of users.entries()) {
    const names = { known: username, unknown: `nobody-${round}` }
    // Neither is always the first.
    const order = round % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const [turn, kind] of order.entries()) took[kind].push(await attempt(api, names[kind], round * 2 + turn))
  }
  const [known, unknown] = [at(took.known, 0.5), at(took.unknown, 0.5)]
  const difference = (100 * (unknown / known - 1)).toFixed(1)
  console.log(
    `Log-in: wrong password ${known.toFixed(1)} ms, unknown name ${unknown.toFixed(1)} ms, difference ${difference} % (goal ± 10 %)`,
  )
}

/** What others wait for while log-ins are attempted in a flood. */
const floodBeside = async (api: TestApi): Promise<void> => {
  const url = await api.server.listen({ port: 0, host: '127.0.0.1' })
  const others: number[] = []
  const attempts: Promise<unknown>[] = []
  const until = performance.now() + floodSeconds * 1000
  const visitor = async () => {
    while (performance.now() < until) {
      const began = performance.now()
      await (await fetch(`${url}/api/v1/offices`)).arrayBuffer()
      others.push(performance.now() - began)
      await wait(10)
    }
  }
  const visiting = visitor()
  for (let count = 0; performance.now() < until; count += 1) {
    attempts.push(attempt(api, `flood-${count}`, count + 2 * rounds).catch(() => undefined))
    await wait(1000 / attemptsPerSecond)
  }
  await visiting
  await Promise.all(attempts)
  console.log(
    `Others during ${Math.round(attempts.length / floodSeconds)} log-ins a second: median ${at(others, 0.5).toFixed(1)} ms, p99 ${at(others, 0.99).toFixed(1)} ms (goal p99 ≤ 100 ms)`,
  )
}

/** Two lines: whether log-in tells who exists, and what a flood of it costs the others. */
export const benchLogin = async (): Promise<void> => {
  const stop = await setup()
  const api = await createTestApi()
  try {
    await compareTimes(api)
    await floodBeside(api)
  } finally {
    await api.close()
    await stop()
  }
}

if (import.meta.main) await benchLogin()
