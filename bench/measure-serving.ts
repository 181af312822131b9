import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { type ApplicationOptions, logIn, startApplication } from '../test/server/start-application.ts'
import { publicPageKinds } from './datasets/public-page-kinds.ts'
import type { BareAnswer } from './load/bare-server.ts'
import { generateLoad } from './load/generate-load.ts'
import { median } from './load/percentile.ts'

const connections = 32
const rounds = 5
/**
 * Each round alternates between the two sides in several short turns, so that other load on the machine affects both
 * alike.
 */
const turns = 5
const milliseconds = 300

interface Line {
  name: string
  path: string
  headers: Record<string, string>
  /** Minimum ratio to the bare server's rate; without it the line is only reported. */
  goal?: number
}

const fetchRaw = (url: string, headers: Record<string, string>): Promise<BareAnswer> =>
  new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const {
          date,
          connection,
          'keep-alive': keepAlive,
          ...comparedHeaders
        } = response.headers as Record<string, string>
        const body = Buffer.concat(chunks)
        // Replace chunked encoding by a length; the body is the same.
        const { 'transfer-encoding': chunked, ...headersKept } = comparedHeaders
        resolve({
          status: response.statusCode ?? 0,
          headers: chunked ? { ...headersKept, 'content-length': String(body.length) } : headersKept,
          body: body.toString('base64'),
        })
      })
    })
      .on('error', reject)
      .end()
  })

/** CPU time of a process in ms; 0 if the system does not report it. */
const usedBy = (pid: number | undefined): number => {
  try {
    // proc(5): user and system time in units of 10 ms.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return 0
  }
}

const startBare = async (answers: BareAnswer[]) => {
  const child = fork(fileURLToPath(new URL('load/bare-server.ts', import.meta.url)))
  child.send(answers)
  const [port] = (await once(child, 'message')) as [number]
  return { port, pid: child.pid, stop: () => child.kill() }
}

/** Returns the measured requests, with the headers that depend on the running application (ETags, authorization). */
const linesOf = async (url: string, authorization: string): Promise<Line[]> => {
  const list = '/api/v1/boards?code=news'
  const home = (coding: string) => ({ 'accept-encoding': coding })
  const tagOf = async (path: string, headers: Record<string, string>) =>
    (await fetchRaw(url + path, headers)).headers.etag ?? ''
  // The first visit renders the page; its brotli version follows shortly after.
  const otherKinds = publicPageKinds
    .filter(({ path }) => path !== '/')
    .map((kind) => ({ ...kind, path: encodeURI(kind.path) }))
  for (const path of ['/', ...otherKinds.map((kind) => kind.path)])
    for (let time = 0; time < 50; time += 1) {
      const { headers } = await fetchRaw(url + path, home('br'))
      if (headers['content-encoding'] === 'br') break
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  await fetchRaw(url + list, home('br'))
  return [
    { name: 'home, brotli', path: '/', headers: home('br'), goal: 1 },
    { name: 'home, gzip', path: '/', headers: home('gzip') },
    { name: 'home, plain', path: '/', headers: {} },
    { name: 'home, 304', path: '/', headers: { ...home('br'), 'if-none-match': await tagOf('/', home('br')) } },
    { name: `${list}, cached`, path: list, headers: home('br'), goal: 0.9 },
    {
      name: `${list}, 304`,
      path: list,
      headers: { ...home('br'), 'if-none-match': await tagOf(list, home('br')) },
    },
    { name: '/api/console/boards, uncached', path: '/api/console/boards', headers: { authorization } },
    { name: 'home, rendered each time', path: '/', headers: { authorization } },
    ...otherKinds.map(({ name, path }) => ({ name: `${name}, brotli`, path, headers: home('br'), goal: 1 })),
  ]
}

/** Compares the application to a bare `node:http` server that returns the same bytes, alternating. */
export const measureServing = async (options: ApplicationOptions = {}): Promise<boolean> => {
  const app = await startApplication(options)
  try {
    const { authorization } = await logIn(app, 'owner')
    const lines = await linesOf(app.url, authorization)
    const answers: BareAnswer[] = []
    for (const { path, headers } of lines) answers.push(await fetchRaw(app.url + path, headers))
    const bare = await startBare(answers)
    const appPort = Number(new URL(app.url).port)
    const table: Record<string, Record<string, string | number>> = {}
    let allGood = true
    try {
      for (const [index, { name, path, headers, goal }] of lines.entries()) {
        const sides = [
          { port: appPort, path, pid: app.process.pid },
          { port: bare.port, path: `/${index}`, pid: bare.pid },
        ].map((side) => ({ ...side, rates: [] as number[], slow: [] as number[], processor: [] as number[] }))
        for (let round = 0; round <= rounds; round += 1) {
          const sums = sides.map(() => ({ answers: 0, seconds: 0, used: 0, slow: [] as number[] }))
          for (let turn = 0; turn < turns; turn += 1)
            for (const [number, side] of sides.entries()) {
              const before = usedBy(side.pid)
              const result = await generateLoad({
                port: side.port,
                path: side.path,
                headers,
                connections,
                milliseconds,
              })
              const sum = sums[number]
              if (!sum) continue
              sum.answers += result.answers
              sum.seconds += result.seconds
              sum.used += usedBy(side.pid) - before
              sum.slow.push(result.p99)
            }
          // The first round is a warm-up.
          if (round > 0)
            for (const [number, side] of sides.entries()) {
              const { answers: count = 1, seconds = 1, used = 0, slow = [] } = sums[number] ?? {}
              side.rates.push(count / seconds)
              side.processor.push((used * 1000) / count)
              side.slow.push(median(slow))
            }
        }
        const [ours, theirs] = sides as [(typeof sides)[number], (typeof sides)[number]]
        const ratio = median(ours.rates.map((rate, round) => rate / (theirs.rates[round] ?? 1)))
        if (goal !== undefined && ratio < goal) allGood = false
        table[name] = {
          status: answers[index]?.status ?? 0,
          bytes: Buffer.from(answers[index]?.body ?? '', 'base64').length,
          'answers/s': Math.round(median(ours.rates)),
          'bare/s': Math.round(median(theirs.rates)),
          ratio: ratio.toFixed(2),
          goal: goal === undefined ? '' : `≥ ${goal.toFixed(1)}`,
          'µs of processor': median(ours.processor).toFixed(1),
          bare: median(theirs.processor).toFixed(1),
          'p99 ms': median(ours.slow).toFixed(1),
        }
      }
    } finally {
      bare.stop()
    }
    console.log(`\nServing: ${connections} connections, in turns with a bare node:http server, median of ${rounds}`)
    console.table(table)
    return allGood
  } finally {
    await app.stop()
  }
}
