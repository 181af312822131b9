import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, gzipSync } from 'node:zlib'
import type { Coding } from './negotiate.ts'
import type { CacheScope } from './scope.ts'

/** An answer as its source made it. */
export interface Answer {
  status: number
  /** Lower-case names; length, coding, entity tag, Vary and Cache-Control are the cache's. */
  headers: Record<string, string>
  body: Buffer
  scope: CacheScope
}

/** One coding of an answer, ready to be written. */
export interface Representation {
  body: Buffer
  etag: string
  /** Flat name and value pairs, as `writeHead` takes them without copying. */
  head: string[]
  notModified: string[]
}

export type Representations = { identity: Representation } & Partial<Record<Coding, Representation>>

export interface Ready {
  status: number
  representations: Representations
}

const toGzip = promisify(gzip)
const toBrotli = promisify(brotliCompress)

/** Below this many bytes coding saves no packet. */
const smallest = 1000

/** Up to this many bytes gzip takes less time (0.2 ms) than the way to another thread and back, past whatever renders. */
const atOnce = 32 * 1024

/** Level 4: level 6 takes half as long again for 4 % less, and serves but the first moments and clients without brotli. */
const gzipLevel = 4

/**
 * Quality 7: half as much work again as 5 (8.5 ms for the home page instead of 5.6), and 40.0 KB instead of 41.1 to 42.5,
 * the difference between two round trips and three on a slow line. Quality 11 takes 45 times as long for 3 KB less.
 */
const brotliQuality = 7

const represent = (coding: Coding, body: Buffer, print: string, answer: Answer, vary: string): Representation => {
  const etag = `"${print}${coding === 'identity' ? '' : `-${coding}`}"`
  // `no-cache` keeps a copy in the browser and asks each time: an edit is seen at once, and costs a 304 otherwise.
  const shared =
    answer.status < 500
      ? ['etag', etag, 'cache-control', 'no-cache', 'vary', vary]
      : ['cache-control', 'no-store', 'retry-after', '2', 'vary', vary]
  return {
    body,
    etag,
    head: [
      ...Object.entries(answer.headers).flat(),
      ...(coding === 'identity' ? [] : ['content-encoding', coding]),
      'content-length',
      String(body.length),
      ...shared,
    ],
    notModified: shared,
  }
}

const fingerprint = (answer: Answer): string =>
  createHash('sha256')
    .update(JSON.stringify([answer.status, answer.headers]))
    .update(answer.body)
    .digest('base64url')
    .slice(0, 22)

const gzipped = (body: Buffer): Buffer | Promise<Buffer> =>
  body.length <= atOnce ? gzipSync(body, { level: gzipLevel }) : toGzip(body, { level: gzipLevel })

/** The plain and the gzip bytes; gzip is quick enough to wait for. */
export const prepare = async (answer: Answer, vary: string): Promise<Ready> => {
  const print = fingerprint(answer)
  const representations: Representations = { identity: represent('identity', answer.body, print, answer, vary) }
  if (answer.body.length >= smallest)
    representations.gzip = represent('gzip', await gzipped(answer.body), print, answer, vary)
  return { status: answer.status, representations }
}

/** Adds the brotli bytes to an answer that is already being served. */
export const addBrotli = async (ready: Ready, answer: Answer, vary: string): Promise<void> => {
  if (answer.body.length < smallest) return
  const body = await toBrotli(answer.body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      [constants.BROTLI_PARAM_SIZE_HINT]: answer.body.length,
    },
  })
  ready.representations.br = represent('br', body, fingerprint(answer), answer, vary)
}

/** The best ready bytes for what a client takes. */
export const choose = (representations: Representations, accepted: readonly Coding[]): Representation => {
  for (const coding of accepted) {
    const representation = representations[coding]
    if (representation) return representation
  }
  return representations.identity
}
