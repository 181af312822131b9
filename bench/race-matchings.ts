import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { startEmbedded } from '#kit/db/embedded.ts'
import { readSecret } from '#kit/process/secret.ts'
import { countLosses, countViolations, noLosses, noViolations, prepareRace, race } from '../test/match/race-meetings.ts'
import { processContext } from '../test/processes/process-context.ts'
import { childrenOf, startProduct } from './product/start-product.ts'

const callers = 64
const milliseconds = Number(process.env.MATCH_SECONDS ?? 300) * 1000
/** Milliseconds between two kills. */
const between = 20_000
const secret = 'a secret of the bench, 32 bytes or more'

const count = (found: Record<string, number>) => Object.values(found).reduce((sum, one) => sum + one, 0)

/**
 * Runs for five minutes (`MATCH_SECONDS` sets another length): 64 connections request, offer, confirm, cancel and move
 * meetings at random while the application is killed (SIGKILL) every 20 seconds. Then checks the tables.
 */
export const raceMatchings = async (): Promise<boolean> => {
  const folder = await mkdtemp(join(tmpdir(), 'daecheong-match-'))
  const database = await startEmbedded({ dataDirectory: join(folder, 'server'), log: () => undefined })
  const dataDirectory = join(folder, 'application')
  const environment = { DATABASE_URL: database.url, SESSION_SECRET: secret, TRUST_PROXY: 'loopback', DEMO: 'false' }
  const product = await startProduct({ dataDirectory, environment })
  process.env.DATA_DIR = dataDirectory
  const { context, close } = processContext({
    databaseUrl: database.url,
    now: new Date().toISOString(),
    secret: await readSecret(dataDirectory, secret, 'session'),
  })
  const pool = new pg.Pool({ connectionString: database.url, max: 2 })
  // The match module is off in a new installation.
  await pool.query(`UPDATE settings SET value = jsonb_set(value, '{modules,match}', 'true')`)
  try {
    const scene = await prepareRace(context)
    let kills = 0
    const killing = async () => {
      for (const end = performance.now() + milliseconds - between; performance.now() < end; kills += 1) {
        await wait(between)
        for (const pid of await childrenOf(product.script)) process.kill(pid, 'SIGKILL')
      }
    }
    const [raced] = await Promise.all([race({ scene, callers, milliseconds, url: () => product.url }), killing()])
    const violations = await countViolations(pool, 'matchings', scene.fairId)
    const losses = await countLosses(context, scene, raced)
    console.log(`\nMatch: ${callers} connections for ${milliseconds / 1000} s, ${kills} kills of the application`)
    console.table(
      Object.fromEntries(
        [...raced.answers].toSorted(([a], [b]) => a - b).map(([status, answers]) => [status, { answers }]),
      ),
    )
    const confirmed = [...raced.confirmed.values()].reduce((sum, times) => sum + times, 0)
    console.log(`${confirmed} confirmations of ${raced.confirmed.size} matchings`)
    console.table({ ...violations, ...losses })
    for (const what of raced.unacceptable.slice(0, 10)) console.log(what)
    const isGood =
      count(violations) + count(losses) + raced.unacceptable.length === count({ ...noViolations, ...noLosses })
    return isGood && confirmed > 0
  } finally {
    await pool.end()
    await close()
    await product.stop()
    await database.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
