// @module-tag deep
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  access,
  chmod,
  chown,
  constants,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isAlive } from '#test/processes/is-process-alive.ts'
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts'
import { DataDirectoryInUse, lockDataDirectory } from './embedded-lock.ts'

let folder: string
let undo: (() => Promise<unknown>)[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daecheong-embedded-'))
  await chmod(folder, 0o711)
  undo = [() => rm(folder, { recursive: true, force: true, maxRetries: 5 })]
})
afterEach(async () => {
  for (const step of undo.toReversed()) await step()
})

/**
 * Without `durable`, skips what only matters after a power failure, for speed; a killed process loses nothing by that.
 */
const started = async (dataDirectory = folder, durable = false): Promise<EmbeddedDatabase> => {
  const database = await startEmbedded({ dataDirectory, log: () => undefined, durable })
  undo.push(database.stop)
  return database
}

const query = async (url: string, sql: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Retries until the attempt succeeds, for at most 10 s. */
const soon = async <T>(attempt: () => Promise<T>): Promise<T> => {
  for (const deadline = Date.now() + 10_000; ; await wait(20))
    try {
      return await attempt()
    } catch (error) {
      if (Date.now() > deadline) throw error
    }
}

const untilDead = (pid: number) =>
  soon(async () => {
    if (isAlive(pid)) throw new Error(`Process ${pid} still runs.`)
  })

const root = new URL('../../..', import.meta.url)

/** Starts another copy of the application's database code: it starts the database, prints its URL and keeps running. */
const otherCopy = (dataDirectory: string, before: string[] = [], environment = {}): ChildProcess => {
  const program = `
    const { startEmbedded } = await import('#kit/db/embedded.ts')
    try {
      const database = await startEmbedded({ dataDirectory: process.argv[1], log: () => {}, durable: false })
      process.on('SIGTERM', () => database.stop().then(() => process.exit(0)))
      console.log(JSON.stringify({ url: database.url, pid: database.pid() }))
      setInterval(() => {}, 1000)
    } catch (error) {
      console.log(JSON.stringify({ error: error.message }))
    }`
  const [file = '', ...args] = [...before, process.execPath, '--input-type=module', '-e', program, dataDirectory]
  const child = spawn(file, args, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  undo.push(async () => child.kill('SIGKILL'))
  return child
}

interface ProcessOutput {
  url: string
  pid: number
  error?: string
}

const readOutput = async (child: ChildProcess): Promise<ProcessOutput> => {
  const [line] = await once(child.stdout?.setEncoding('utf8') ?? child, 'data')
  return JSON.parse(line)
}

describe('an embedded database', () => {
  test('keeps its rows over a restart and leaves no process and no lock', async () => {
    const first = await started()
    await query(first.url, 'CREATE TABLE notes AS SELECT 1 AS one')
    const pid = first.pid() ?? 0
    await first.stop()
    await untilDead(pid)
    expect((await readdir(folder)).sort()).toEqual(['postgres', 'postgres.log'])
    const second = await started()
    expect(await query(second.url, 'SELECT one FROM notes')).toEqual([{ one: 1 }])
  })

  test('is reachable only by its private socket, as the owner of one database', async () => {
    const { url } = await started(folder, true)
    const [settings] = await query(
      url,
      `SELECT current_setting('listen_addresses') AS addresses, current_setting('synchronous_commit') AS commits,
        current_setting('fsync') AS fsync, current_setting('jit') AS jit, current_setting('server_encoding') AS encoding,
        (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS super`,
    )
    expect(settings).toEqual({
      addresses: '',
      commits: 'on',
      fsync: 'on',
      jit: 'off',
      encoding: 'UTF8',
      super: false,
    })
    expect((await stat(join(folder, 'run'))).mode & 0o777).toBe(0o700)
    expect((await stat(join(folder, 'postgres'))).mode & 0o777).toBe(0o700)
    await expect(query(url, `COPY (SELECT 1) TO PROGRAM 'true'`)).rejects.toMatchObject({ code: '42501' })
  })

  test('accepts a folder with a long name, spaces, quotes and Korean letters', async () => {
    const { url } = await started(join(folder, `대청 '자료' "${'가'.repeat(30)}"`))
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(decodeURIComponent(new URL(url).search)).not.toContain('대청')
  })

  test('refuses a second product on the same folder with a clear message', async () => {
    const { url } = await started()
    await expect(started()).rejects.toThrow(DataDirectoryInUse)
    const { error } = await readOutput(otherCopy(folder))
    expect(error).toMatch(/^The data directory .* is in use by another copy \(process \d+\)\. Stop that copy, or/)
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('runs two products on two folders independently', async () => {
    const [one, two] = await Promise.all([started(join(folder, 'one')), started(join(folder, 'two'))])
    await query(one.url, 'CREATE TABLE notes ()')
    await expect(query(two.url, 'TABLE notes')).rejects.toMatchObject({ code: '42P01' })
  })

  test('restarts under the same address with all acknowledged data after it is killed', async () => {
    const database = await started()
    await query(database.url, 'CREATE TABLE notes (number integer)')
    for (let number = 1; number <= 3; number += 1) {
      await query(database.url, `INSERT INTO notes VALUES (${number})`)
      process.kill(database.pid() ?? 0, 'SIGKILL')
      await soon(async () => {
        const rows = await query(database.url, 'SELECT max(number) AS last, count(*)::int AS count FROM notes')
        expect(rows).toEqual([{ last: number, count: number }])
      })
    }
  })
})

describe('what a killed application leaves', () => {
  test('stops with a killed application, and the next start has every row', async () => {
    const child = otherCopy(folder)
    const { url, pid } = await readOutput(child)
    await query(url, 'CREATE TABLE notes AS SELECT 1 AS one')
    child.kill('SIGKILL')
    await once(child, 'exit')
    const { url: again } = await started()
    expect(isAlive(pid)).toBe(false)
    expect(await query(again, 'SELECT one FROM notes')).toEqual([{ one: 1 }])
  })

  test('stops an orphaned database at the next start', async () => {
    const child = otherCopy(folder)
    const { url, pid } = await readOutput(child)
    await query(url, 'CREATE TABLE notes AS SELECT 1 AS one')
    const guards = spawnSync('pgrep', ['-f', `read -r _ .* ${pid}$`], { encoding: 'utf8' }).stdout.split('\n')
    for (const guard of guards.filter(Boolean)) process.kill(Number(guard), 'SIGKILL')
    child.kill('SIGKILL')
    await once(child, 'exit')
    await wait(300)
    expect(isAlive(pid)).toBe(true)
    const { url: again } = await started()
    expect(isAlive(pid)).toBe(false)
    expect(await query(again, 'SELECT one FROM notes')).toEqual([{ one: 1 }])
  })

  test('takes over the lock of an ended process, even if its id is reused', async () => {
    const ended = spawn('true')
    await once(ended, 'exit')
    for (const pid of [ended.pid, process.ppid]) {
      await writeFile(join(folder, 'lock'), JSON.stringify({ pid, run: 'an earlier one' }))
      await (await lockDataDirectory(folder))()
    }
    await writeFile(join(folder, 'lock'), '')
    await (await lockDataDirectory(folder))()
    expect(await readdir(folder)).toEqual([])
  })

  test('gives a stale lock to one of two concurrent starts', async () => {
    await writeFile(join(folder, 'lock'), JSON.stringify({ pid: 1, run: 'an earlier one' }))
    const outputs = await Promise.all([readOutput(otherCopy(folder)), readOutput(otherCopy(folder))])
    expect(outputs.filter(({ error }) => error === undefined)).toHaveLength(1)
  })

  test('leaves an unrelated process alone whose id is in postmaster.pid', async () => {
    await (await started()).stop()
    const innocent = spawn('sleep', ['60'])
    undo.push(async () => innocent.kill())
    const file = join(folder, 'postgres', 'postmaster.pid')
    await writeFile(file, `${innocent.pid}\n${join(folder, 'postgres')}\n0\n5432\n\n\n`, { mode: 0o600 })
    expect(await query((await started()).url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(innocent.exitCode).toBeNull()
    expect(innocent.killed).toBe(false)
  })

  test('creates a half-initialized cluster again', async () => {
    await mkdir(join(folder, 'postgres.new-x1y2z3', 'base'), { recursive: true })
    await mkdir(join(folder, 'postgres'))
    expect(await query((await started()).url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect((await readdir(folder)).filter((name) => name.includes('.new-'))).toEqual([])
  })

  test('refuses a folder that is no database and leaves it unchanged', async () => {
    await mkdir(join(folder, 'postgres'))
    await writeFile(join(folder, 'postgres', 'letter.txt'), 'mine')
    await expect(started()).rejects.toThrow(/holds no database\. Move it away, or set DATA_DIR\.$/)
    expect(await readFile(join(folder, 'postgres', 'letter.txt'), 'utf8')).toBe('mine')
  })
})

const isRoot = process.getuid?.() === 0
const nobody = 65_534

/** A normal account must be able to read the project and to run Node. */
const isOpen = async (): Promise<boolean> => {
  const asNobody = ['--reuid', String(nobody), '--regid', String(nobody), '--clear-groups', 'test', '-r']
  await access(process.execPath, constants.X_OK)
  return spawnSync('setpriv', [...asNobody, new URL('package.json', root).pathname]).status === 0
}

describe.skipIf(!isRoot)('started by root', () => {
  test('runs as the current user without root', async ({ skip }) => {
    if (!(await isOpen())) skip('a normal user cannot read this folder')
    await chown(folder, nobody, nobody)
    const asNobody = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups']
    const { url, pid } = await readOutput(otherCopy(folder, asNobody))
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect((await stat(join(folder, 'postgres'))).uid).toBe(nobody)
    expect((await stat(`/proc/${pid}`)).uid).toBe(nobody)
  })

  test('runs as an unprivileged user id without user namespaces, also with files owned by root', async () => {
    await (await started()).stop()
    const programs = join(folder, 'bin')
    await mkdir(programs)
    await writeFile(join(programs, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
    const child = otherCopy(folder, [], { PATH: `${programs}:${process.env.PATH}` })
    const { url } = await readOutput(child)
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    const { uid } = await stat(join(folder, 'postgres'))
    expect(uid).not.toBe(0)
    child.kill('SIGTERM')
    await once(child, 'exit')
    // The cluster stays with that account, whichever account starts it later.
    expect(await query((await started()).url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect((await stat(join(folder, 'postgres'))).uid).toBe(uid)
  })
})
