// @module-tag deep
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { countLosses, countViolations, noLosses, noViolations, prepareRace, race } from '#test/match/race-meetings.ts'
import { callers, prepareCrowd } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'

// Short version of `npm run bench -- match`.

const milliseconds = 20_000
const serving = fileURLToPath(new URL('../../../../test/processes/serving-process.ts', import.meta.url))

const api = prepareTestApi()
const crowd = prepareCrowd(api)

interface Serving {
  child: ChildProcess
  url: string
}

/** Starts one more server process. */
const serve = async (): Promise<Serving> => {
  const child = spawn(process.execPath, [serving, api.database.url, new TextDecoder().decode(api.services.secret)], {
    env: { ...process.env, DATA_DIR: api.services.settings.dataDirectory },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = await once(child.stdout, 'data')
  return { child, url: `http://127.0.0.1:${String(port).trim()}` }
}

const end = async ({ child }: Serving) => {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

it('violates no rule and loses no confirmation while 64 callers act and processes are killed', async () => {
  const scene = await prepareRace(api.context)
  // Two processes serve at any time; each call goes to one of them at random.
  const answering = await Promise.all([serve(), serve()])
  const spare = await Promise.all([serve(), serve(), serve()])
  const url = () => answering[Math.floor(Math.random() * answering.length)]?.url ?? ''
  const killProcesses = async () => {
    for (const next of spare) {
      await wait(milliseconds / (spare.length + 1))
      const [victim] = answering.splice(0, 1, next)
      if (victim) await end(victim)
    }
  }
  const [result] = await Promise.all([race({ scene, callers, milliseconds, least: 11, url }), killProcesses()])
  for (const one of answering) await end(one)

  expect(result.unacceptable).toEqual([])
  expect(result.confirmed.size).toBeGreaterThan(10)
  // Some calls failed without an answer, so the kills had an effect.
  expect(result.answers.get(0) ?? 0).toBeGreaterThan(0)
  expect(await countViolations(crowd.pool, 'matchings', scene.fairId)).toEqual(noViolations)
  expect(await countLosses(api.context, scene, result)).toEqual(noLosses)
}, 240_000)
