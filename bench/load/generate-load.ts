import { connect, type Socket } from 'node:net'
import { median, percentile } from './percentile.ts'

export interface Load {
  port: number
  path: string
  headers: Record<string, string>
  connections: number
  milliseconds: number
}

export interface LoadResult {
  answers: number
  seconds: number
  /** Answers per second. */
  rate: number
  /** Milliseconds. */
  p50: number
  p99: number
}

const requestOf = ({ path, headers, port }: Pick<Load, 'path' | 'headers' | 'port'>): string =>
  [
    `GET ${path} HTTP/1.1`,
    `host: localhost:${port}`,
    ...Object.entries(headers).map((pair) => pair.join(': ')),
    '',
    '',
  ].join('\r\n')

/** Returns the length in bytes, head included, of the answer that begins in `bytes`; null while it is still unknown. */
const lengthOf = (bytes: Buffer): number | null => {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return null
  const head = bytes.subarray(0, end).toString('latin1')
  if (head.startsWith('HTTP/1.1 304')) return end + 4
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (!length) throw new Error(`An answer without a length:\n${head}`)
  return end + 4 + Number(length)
}

/** Sends requests one after another on one connection. Every answer must be as long as the first. */
const askOn = (socket: Socket, request: string, note: (milliseconds: number) => void, isOver: () => boolean) =>
  new Promise<void>((resolve, reject) => {
    let expectedBytes: number | null = null
    let first: Buffer = Buffer.alloc(0)
    let received = 0
    let sent = 0
    const sendRequest = () => {
      received = 0
      sent = performance.now()
      socket.write(request)
    }
    socket.on('data', (chunk) => {
      received += chunk.length
      if (expectedBytes === null) {
        first = Buffer.concat([first, chunk])
        expectedBytes = lengthOf(first)
      }
      if (expectedBytes === null || received < expectedBytes) return
      if (received > expectedBytes) reject(new Error(`An answer of ${received} bytes, ${expectedBytes} before`))
      note(performance.now() - sent)
      if (isOver()) {
        socket.destroy()
        resolve()
      } else sendRequest()
    })
    socket.on('error', reject)
    socket.on('connect', sendRequest)
  })

/** Sends the same request on several connections concurrently, one at a time on each, and counts the answers. */
export const generateLoad = async (options: Load): Promise<LoadResult> => {
  const { port, connections, milliseconds } = options
  const request = requestOf(options)
  const durations: number[] = []
  const startedAt = performance.now()
  const isOver = () => performance.now() - startedAt >= milliseconds
  await Promise.all(
    Array.from({ length: connections }, () =>
      askOn(
        connect({ port, host: '127.0.0.1', noDelay: true }),
        request,
        (received) => durations.push(received),
        isOver,
      ),
    ),
  )
  const seconds = (performance.now() - startedAt) / 1000
  return {
    answers: durations.length,
    seconds,
    rate: durations.length / seconds,
    p50: median(durations),
    p99: percentile(durations, 0.99),
  }
}
