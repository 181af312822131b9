import { connect } from 'node:net'
import type { Sent } from './random-requests.ts'

export interface Outcome {
  statuses: number[]
  /** How the connection ended: by the client after all answers, by the server, with a reset, or by a timeout. */
  end: 'answered' | 'closed' | 'reset' | 'silent'
  /** True if an answer announced the end of the connection. */
  isLast: boolean
}

/** Splits the first answer from the text; null while it is incomplete. Throws if it is not HTTP/1.1. */
const take = (text: string, method: string): { status: number; isLast: boolean; rest: string } | null => {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return null
  const head = text.slice(0, end)
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1])
  if (!status) throw new Error(`No answer of HTTP/1.1: ${JSON.stringify(head.slice(0, 200))}`)
  const rest = text.slice(end + 4)
  if (status === 100) return take(rest, method)
  const isLast = /\r\nconnection: close/i.test(head)
  if (method === 'HEAD' || status === 204 || status === 304) return { status, isLast, rest }
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length !== undefined)
    return rest.length < Number(length) ? null : { status, isLast, rest: rest.slice(Number(length)) }
  if (!/\r\ntransfer-encoding: chunked/i.test(head)) return null
  for (let at = 0; ; ) {
    const line = rest.indexOf('\r\n', at)
    if (line < 0) return null
    const size = Number.parseInt(rest.slice(at, line), 16)
    at = line + 2 + size + 2
    if (rest.length < at) return null
    if (size === 0) return { status, isLast, rest: rest.slice(at) }
  }
}

/** Time-outs in ms for the answer to a complete request, and to one that may wait for more bytes. */
const patience = { whole: 20_000, broken: 700 }

/** Sends all requests at once over one connection and reads their answers. */
export const converse = (port: number, requests: readonly Sent[]): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const statuses: number[] = []
    let text = ''
    let isLast = false
    const finish = (end: Outcome['end']) => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ statuses, end, isLast })
    }
    const waitFor = () =>
      setTimeout(() => finish('silent'), requests[statuses.length]?.isWhole ? patience.whole : patience.broken)
    let timer = waitFor()
    socket.on('data', (piece) => {
      text += piece.toString('latin1')
      try {
        for (;;) {
          const taken = take(text, requests[statuses.length]?.method ?? '')
          if (!taken) break
          statuses.push(taken.status)
          isLast ||= taken.isLast
          text = taken.rest
          clearTimeout(timer)
          timer = waitFor()
        }
      } catch (error) {
        clearTimeout(timer)
        socket.destroy()
        reject(error as Error)
      }
      if (statuses.length >= requests.length) finish('answered')
    })
    socket.on('error', () => finish('reset'))
    socket.on('close', () => finish('closed'))
    socket.write(Buffer.from(requests.map((request) => request.text).join(''), 'latin1'))
  })
