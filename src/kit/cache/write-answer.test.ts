import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeAnswer } from './write-answer.ts'

const head = ['content-type', 'text/html; charset=utf-8', 'content-length', '6', 'etag', '"a"']
const body = Buffer.from('대청')
const notModified = ['etag', '"a"', 'vary', 'Accept-Encoding']

let server: Server
const write = {
  quick: writeAnswer,
  node: (...[response, status, given, bytes]: Parameters<typeof writeAnswer>) =>
    response.writeHead(status, given).end(bytes),
}

beforeEach(async () => {
  server = createServer({ keepAliveTimeout: 72_000 }, async (request, response) => {
    const way = request.url?.startsWith('/quick') ? write.quick : write.node
    if (request.url?.endsWith('late')) await wait(100)
    if (request.url?.endsWith('304')) way(response, 304, notModified, undefined)
    else way(response, request.url?.endsWith('404') ? 404 : 200, head, request.method === 'HEAD' ? undefined : body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** Returns everything the server sends shortly after the requests, and whether it closed the connection. */
const send = async (...requests: string[]) => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let text = ''
  let ended = false
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
  })
  socket.on('end', () => {
    ended = true
  })
  socket.write(requests.join(''))
  // Complete when no more data arrives for 60 ms; a busy machine may answer late.
  for (let before = -1, tries = 0; tries < 100 && (text === '' || text.length > before); tries += 1) {
    before = text.length
    await wait(60)
  }
  socket.destroy()
  return { text: text.replace(/Date: [^\r]+/g, 'Date: now'), ended }
}

const ask = (method: string, path: string, headers = '', version = '1.1') =>
  `${method} ${path} HTTP/${version}\r\nhost: localhost\r\n${headers}\r\n`

test.each([
  ['a page', ['GET', '']],
  ['a missing page', ['GET', '/404']],
  ['a page that has not changed', ['GET', '/304']],
  ['its head', ['HEAD', '']],
  ['one that is the last on its connection', ['GET', '', 'connection: close\r\n']],
  ['one for HTTP/1.0', ['GET', '', '', '1.0']],
  ['one for HTTP/1.0 that stays', ['GET', '', 'connection: keep-alive\r\n', '1.0']],
] as const)('%s has the same bytes as by writeHead', async (_name, [method, end, headers, version]) => {
  const quick = await send(ask(method, `/quick${end}`, headers, version))
  const node = await send(ask(method, `/node-${end}`, headers, version))
  expect(quick).toEqual(node)
  expect(quick.text).toMatch(/^HTTP\/1\.1 \d+ /)
})

test('answers pipelined requests in their order', async () => {
  const { text } = await send(
    ask('GET', '/quick'),
    ask('GET', '/node'),
    ask('GET', '/quick/304'),
    ask('HEAD', '/quick'),
  )
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 304', 'HTTP/1.1 200'])
})

test('sends the current date', { tags: ['deep'] }, async () => {
  const dates: string[] = []
  for (let time = 0; time < 2; time += 1) {
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/quick`)
    dates.push(response.headers.get('date') ?? '')
    await wait(1100)
  }
  expect(dates[0]).not.toBe(dates[1])
  for (const date of dates) expect(Math.abs(Date.parse(date) - Date.now())).toBeLessThan(5000)
})

test('closes connections with the answer while the server stops', async () => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.write(ask('GET', '/quick/late'))
  await wait(30)
  server.close()
  await once(socket, 'close')
  expect(text).toContain('Connection: close')
})
