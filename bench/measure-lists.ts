import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { nodeFlags } from '../scripts/setup/prepare-product.mjs'
import { loadDemonstration } from '../src/demo.ts'
import { allScopes, createTestApi, type TestApi } from '../test/server/test-api.ts'
import { setup } from '../test/server/test-database.ts'
import type { Load, LoadResult } from './load/generate-load.ts'
import { median } from './load/percentile.ts'

const connections = 8
const rounds = 9
const milliseconds = 700
/** Minimum ratio to the rate of the bare query. */
const goal = 0.6

/** A page of posts as a single hand-written statement, without checks. */
const bareStatement = `
  SELECT p.id AS _id, p.code, p.category, p.slug, p.pinned, p.comments, p.views, p.trashed_at, p.created_at, p.updated_at,
    CASE WHEN f.id IS NOT NULL THEN json_build_object('_id', f.id, 'alt', f.alt, 'width', f.width, 'height', f.height,
      'widths', f.widths, 'formats', f.formats) END AS thumb,
    (SELECT coalesce(json_agg(json_build_object('_id', a.id, 'name', a.name, 'mime', a.mime, 'bytes', a.bytes)), '[]')
      FROM files a WHERE a.id = ANY (p.files)) AS files,
    (SELECT json_object_agg(t.locale, json_build_object('subject', t.subject, 'summary', t.summary, 'state', t.state,
      'publishFrom', t.publish_from, 'publishTo', t.publish_to, 'facts', t.facts))
      FROM post_texts t WHERE t.post_id = p.id) AS texts,
    CASE WHEN u.id IS NOT NULL THEN json_build_object('_id', u.id, 'name', u.name) END AS author,
    p.total
  FROM (SELECT *, count(*) OVER () AS total FROM posts WHERE trashed_at IS NULL
    ORDER BY created_at DESC, id DESC LIMIT 20) AS p
  LEFT JOIN files f ON f.id = p.thumb
  LEFT JOIN users u ON u.id = p.author_id
  ORDER BY p.created_at DESC, p.id DESC`

const ask = async (loader: ChildProcess, load: Load): Promise<LoadResult> => {
  loader.send(load)
  const [result] = (await once(loader, 'message')) as [LoadResult]
  return result
}

/** Serves the bare query and `JSON.stringify` of its rows, in the API's process and over its pool. */
const startBare = async ({ services }: TestApi) => {
  const pool = (services.database as unknown as { $client: pg.Pool }).$client
  const server = createServer(async (_request, response) => {
    const { rows } = await pool.query(bareStatement)
    const body = JSON.stringify(rows)
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}

const measure = async (): Promise<boolean> => {
  const stop = await setup()
  const api = await createTestApi()
  const loader = fork(fileURLToPath(new URL('load/load-process.ts', import.meta.url)), { execArgv: [] })
  const bare = await startBare(api)
  try {
    // Demonstration data loads only into an empty database; the API's own settings would count as content.
    await api.services.database.execute('DELETE FROM settings')
    await loadDemonstration(api.services)
    const { accessToken } = await api.actor(allScopes(api.kernel))
    const path = '/api/console/boards'
    const headers = { authorization: `Bearer ${accessToken}` }
    const url = await api.server.listen({ port: 0, host: '127.0.0.1' })
    const sides = [
      { name: path, origin: url, path, headers },
      { name: 'bare query', origin: `http://127.0.0.1:${bare.port}`, path: '/', headers: {} },
    ].map((side) => ({ ...side, rates: [] as number[], processor: [] as number[], slow: [] as number[], bytes: 0 }))
    for (const side of sides) {
      const response = await fetch(side.origin + side.path, { headers: side.headers })
      if (response.status !== 200) throw new Error(`${side.name} answered ${response.status}`)
      side.bytes = (await response.arrayBuffer()).byteLength
    }
    for (let round = 0; round <= rounds; round += 1)
      for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
        const port = Number(new URL(side.origin).port)
        const before = process.cpuUsage()
        const { rate, answers, p99 } = await ask(loader, { port, connections, milliseconds, ...side })
        const { user, system } = process.cpuUsage(before)
        // Warm-up round.
        if (round === 0) continue
        side.rates.push(rate)
        side.processor.push((user + system) / answers)
        side.slow.push(p99)
      }
    const [ours, theirs] = sides as [(typeof sides)[number], (typeof sides)[number]]
    const ratio = median(ours.rates.map((rate, round) => rate / (theirs.rates[round] ?? 1)))
    console.log(
      `\nLists: ${connections} connections, in turns with a bare query over the same pool, median of ${rounds}`,
    )
    console.table(
      Object.fromEntries(
        sides.map((side) => [
          side.name,
          {
            bytes: side.bytes,
            'answers/s': Math.round(median(side.rates)),
            'µs of processor': Math.round(median(side.processor)),
            'p99 ms': median(side.slow).toFixed(1),
          },
        ]),
      ),
    )
    console.log(`Ratio ${ratio.toFixed(2)} (goal ≥ ${goal}); load ${loadavg()[0]?.toFixed(1)}`)
    return ratio >= goal
  } finally {
    loader.disconnect()
    bare.close()
    await api.close()
    await stop()
  }
}

/**
 * Compares a page of posts in the console, with HTTP, authentication and checks, to a bare query for the same rows.
 * Runs in its own process with the product's Node flags.
 */
export const measureLists = async (): Promise<boolean> => {
  const [code] = await once(fork(fileURLToPath(import.meta.url), { execArgv: nodeFlags }), 'exit')
  return code === 0
}

if (import.meta.main) process.exitCode = (await measure()) ? 0 : 1
