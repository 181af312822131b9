// @module-tag deep
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { pdf } from '#test/files/sample-files.ts'
import { createTestApi, type TestApi } from '#test/server/test-api.ts'
import { writeAnswer } from '../../cache/write-answer.ts'
import type { LineLimits } from '../../limits.ts'
import { watchSlowConnections } from './slow-connections.ts'

/** The production timeouts, 100 times as fast. */
const lines: LineLimits = {
  receiveWindow: 400,
  sendWindow: 600,
  leastRate: 1000,
  longestUpload: 3000,
  longestBody: 1200,
  interval: 20,
}

const listening = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Returns everything the server sends until it closes. */
const receivedBy = async (socket: Socket): Promise<string> => {
  const parts: Buffer[] = []
  socket.on('data', (part: Buffer) => parts.push(part))
  socket.on('error', () => undefined)
  await once(socket, 'close')
  return Buffer.concat(parts).toString()
}

const boundary = 'x-boundary'
const filePart = (bytes: number) =>
  Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n`,
    ),
    pdf(),
    Buffer.alloc(bytes, '%'),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
const head = (path: string, type: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\naccept-language: ko\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`
const uploadHead = (length: number) =>
  head('/api/v1/forms/consult/files', `multipart/form-data; boundary=${boundary}`, length)

describe('a body', () => {
  let api: TestApi
  let port: number
  beforeAll(async () => {
    api = await createTestApi({ limits: { lines } })
    await api.server.listen({ host: '127.0.0.1', port: 0 })
    port = (api.server.server.address() as AddressInfo).port
  })
  afterAll(() => api.close())

  /** Sends at a given pace until everything is sent or the server closes. */
  const sendSlowly = async (start: string, body: Buffer, bytes: number, every: number) => {
    const socket = connect(port, '127.0.0.1')
    const received = receivedBy(socket)
    socket.write(start)
    for (let at = 0; at < body.length && !socket.destroyed && !socket.readableEnded; at += bytes) {
      socket.write(body.subarray(at, at + bytes))
      await wait(every)
    }
    return received
  }
  const unfinished = async () => {
    const folder = join(api.services.settings.dataDirectory, 'unfinished')
    const names = await readdir(folder, { recursive: true }).catch(() => [])
    return names.filter((name) => name.includes('upload-'))
  }
  const inWords = (answer: string) => {
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({
      code: 'timed_out',
      message: expect.stringMatching(/느려/),
    })
  }

  it('is limited by its progress instead of Node’s total timeout', () => {
    expect([api.server.server.requestTimeout, api.server.server.headersTimeout]).toEqual([0, 20_000])
  })

  it('of an upload continues while it makes progress, beyond the limit of other bodies', async () => {
    const startedAt = performance.now()
    const body = filePart(9000)
    expect(await sendSlowly(uploadHead(body.length), body, 100, 20)).toMatch(/^HTTP\/1\.1 201 /)
    expect(performance.now() - startedAt).toBeGreaterThan(lines.longestBody)
  })

  it.each([
    ['stops', 4000, 60_000],
    ['comes too slowly', 20, 100],
    ['takes longer than the longest time', 100, 40],
  ])('of an upload that %s is refused with 408 and leaves nothing behind', async (_how, bytes, every) => {
    const body = filePart(20_000)
    const socket = connect(port, '127.0.0.1')
    const received = receivedBy(socket)
    socket.write(uploadHead(body.length))
    const timer = setInterval(() => {
      if (socket.writable) socket.write(body.subarray(socket.bytesWritten % 5000, (socket.bytesWritten % 5000) + bytes))
    }, every)
    socket.write(body.subarray(0, bytes))
    inWords(await received)
    clearInterval(timer)
    await vi.waitFor(async () => expect(await unfinished()).toEqual([]), 30_000)
  })

  it('outside uploads has a total limit', async () => {
    const text = JSON.stringify({ answers: { message: 'x'.repeat(4000) } })
    const started = head('/api/v1/forms/consult', 'application/json', text.length)
    inWords(await sendSlowly(started, Buffer.from(text), 50, 30))
    inWords(await sendSlowly(started, Buffer.from(text.slice(0, 10)), 10, 1))
  })

  it('of an answered request is not awaited', async () => {
    const socket = connect(port, '127.0.0.1')
    const received = receivedBy(socket)
    socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100000\r\n\r\n{')
    expect(await received).toMatch(/^HTTP\/1\.1 200 /)
  })
})

describe('on a plain server', () => {
  let server: Server
  const sockets: Socket[] = []
  const serve = async (listener: RequestListener) => {
    server = createServer({ requestTimeout: 0 }, listener)
    watchSlowConnections(server, { limits: lines, log: () => undefined })
    return listening(server)
  }
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy()
    server.closeAllConnections()
    server.close()
  })

  it('does not count the time in which the server does not read a body', async () => {
    const port = await serve(async (request, response) => {
      await wait(2 * lines.receiveWindow)
      let bytes = 0
      for await (const chunk of request) bytes += (chunk as Buffer).length
      response.end(String(bytes))
    })
    const socket = connect(port, '127.0.0.1')
    const received = receivedBy(socket)
    const body = Buffer.alloc(300_000)
    socket.write(head('/', 'multipart/form-data; boundary=x', body.length))
    socket.write(body)
    expect(await received).toMatch(/300000$/)
  })

  const big = Buffer.alloc(32 * 1024 * 1024)
  const answers: [string, RequestListener][] = [
    ['written at once', (_request, response) => response.end(big)],
    [
      'filed in the cache',
      (_request, response) => writeAnswer(response, 200, ['Content-Length', String(big.length)], big),
    ],
    [
      'streamed',
      (_request, response) => {
        const endless = function* () {
          for (;;) yield big.subarray(0, 65_536)
        }
        pipeline(Readable.from(endless()), response, () => undefined)
      },
    ],
  ]
  it.each(answers)(
    '400 sockets that never read an answer %s are ended',
    async (_how, listener) => {
      const port = await serve(listener)
      let opened = 0
      server.on('connection', () => {
        opened += 1
      })
      const count = () => new Promise<number>((resolve) => server.getConnections((_error, open) => resolve(open)))
      for (let index = 0; index < 400; index += 1) {
        const socket = connect(port, '127.0.0.1')
        socket.on('error', () => undefined)
        socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
        sockets.push(socket)
      }
      await vi.waitFor(async () => expect([opened, await count()]).toEqual([400, 0]), 60_000)
    },
    70_000,
  )

  it('an answer that is read slowly but steadily arrives whole', async () => {
    const port = await serve((_request, response) => response.end(big.subarray(0, 8 * 1024 * 1024)))
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    socket.write('GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')
    let bytes = 0
    const startedAt = performance.now()
    socket.on('data', (part: Buffer) => {
      bytes += part.length
      socket.pause()
      setTimeout(() => socket.resume(), 15)
    })
    await once(socket, 'close')
    expect(performance.now() - startedAt).toBeGreaterThan(2 * lines.sendWindow)
    expect(bytes).toBeGreaterThan(8 * 1024 * 1024)
  })
})
