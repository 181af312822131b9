// @module-tag deep
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { isAlive } from '#test/processes/is-process-alive.ts'

/**
 * Service that answers with its process id. `/slow` takes a second, `/exit` ends the process, `/throws` and `/rejects`
 * are uncaught errors.
 */
const program = `
import { createServer } from 'node:http'
import { isServingProcess, serveInProcess, startProcesses } from ${JSON.stringify(new URL('cluster.ts', import.meta.url))}
const serve = async () => {
  if (process.env.BROKEN) throw new Error('broken')
  const server = createServer(async (request, response) => {
    if (request.url === '/exit') process.exit(3)
    if (request.url === '/throws') setTimeout(() => { throw new Error('thrown') })
    if (request.url === '/rejects') void Promise.reject(new Error('rejected'))
    if (request.url === '/slow') await new Promise((resolve) => setTimeout(resolve, 1000))
    response.setHeader('connection', 'close').end(String(process.pid))
  })
  await new Promise((resolve) => server.listen(Number(process.env.PORT), '127.0.0.1', resolve))
  return {
    address: 'http://127.0.0.1:' + server.address().port,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
if (isServingProcess) await serveInProcess(serve)
else {
  const service = await startProcesses({ count: 2, environment: {}, log: console.log })
  console.log(service.address)
  process.on('SIGTERM', async () => { await service.close(); process.exit(0) })
}`

let folder: string
let running: ChildProcess | undefined
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daecheong-processes-'))
  await writeFile(join(folder, 'program.mjs'), program)
})
afterEach(() => running?.kill('SIGKILL'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const start = async (environment = {}) => {
  const child = spawn(process.execPath, ['program.mjs'], {
    cwd: folder,
    env: { ...process.env, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  running = child
  const ended = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })
  const output: string[] = []
  lines.on('line', (line) => output.push(line))
  await Promise.race([once(lines, 'line'), ended])
  const request = async (path = '/') => (await fetch(`${output[0]}${path}`)).text()
  return { child, ended, said: output, ask: request }
}

/** Repeats the request until two processes have answered. */
const answersOfBoth = async (request: () => Promise<string>): Promise<string[]> => {
  const answers = new Set<string>()
  for (const deadline = Date.now() + 10_000; answers.size < 2 && Date.now() < deadline; await wait(10))
    answers.add(await request().catch(() => [...answers][0] ?? ''))
  return [...answers].filter(Boolean).sort()
}

test('restarts a killed process while the other answers on the shared port', async () => {
  const { ask: request } = await start()
  const [first = '', second = ''] = await answersOfBoth(request)
  expect(second).not.toBe('')
  process.kill(Number(first), 'SIGKILL')
  await wait(50)
  expect(await request()).toBe(second)
  const after = await answersOfBoth(request)
  expect(after).toContain(second)
  expect(after).not.toContain(first)
  await request('/exit').catch(() => undefined)
  expect(await answersOfBoth(request)).toHaveLength(2)
})

test('finishes requests in progress and leaves nothing behind', async () => {
  const { child, ended, ask: request } = await start()
  const pids = await answersOfBoth(request)
  const slow = request('/slow')
  await wait(200)
  child.kill('SIGTERM')
  expect(pids).toContain(await slow)
  expect(await ended).toEqual([0, null])
  expect(pids.filter((pid) => isAlive(Number(pid)))).toEqual([])
})

test.each(['/throws', '/rejects'])(
  'replaces a process with an uncaught error after its requests in progress: %s',
  async (path) => {
    const { ask: request } = await start()
    const pids = await answersOfBoth(request)
    const slow = Array.from({ length: 8 }, () => request('/slow'))
    const ended = await request(path)
    for (const answer of await Promise.all(slow)) expect(pids).toContain(answer)
    for (const deadline = Date.now() + 5000; isAlive(Number(ended)) && Date.now() < deadline; ) await wait(20)
    expect(isAlive(Number(ended))).toBe(false)
    const after = await answersOfBoth(request)
    expect(after).toHaveLength(2)
    expect(after).not.toContain(ended)
  },
)

test('stops all processes with their parent', async () => {
  const { child, ended, ask: request } = await start()
  const pids = await answersOfBoth(request)
  child.kill('SIGKILL')
  await ended
  for (const deadline = Date.now() + 5000; pids.some((pid) => isAlive(Number(pid))) && Date.now() < deadline; )
    await wait(20)
  expect(pids.filter((pid) => isAlive(Number(pid)))).toEqual([])
})

test('reports a service that cannot start once and stops trying', async () => {
  const { ended } = await start({ BROKEN: '1' })
  expect(await ended).toEqual([1, null])
})
