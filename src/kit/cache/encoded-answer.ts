import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, gzipSync } from 'node:zlib'
import type { CacheScope } from './cache-scope.ts'
import type { Coding } from './negotiate.ts'

/** Answer as produced by its source. */
export interface Answer {
  status: number
  /** Header names in lower case. The cache itself sets length, encoding, entity tag, Vary and Cache-Control. */
  headers: Record<string, string>
  body: Buffer
  scope: CacheScope
}

/** Answer in one encoding, ready to be written. */
export interface Representation {
  body: Buffer
  etag: string
  /** Flat list of name and value pairs, which `writeHead` takes without copying. */
  head: string[]
  notModified: string[]
}

export type Representations = { identity: Representation } & Partial<Record<Coding, Representation>>

export interface EncodedAnswer {
  status: number
  representations: Representations
}

const toGzip = promisify(gzip)
const toBrotli = promisify(brotliCompress)

/** Bodies smaller than this (bytes) are not compressed: it would save no packet. */
const smallest = 1000

/**
 * Up to this size (bytes), gzip on the main thread (0.2 ms) takes less time than a round trip to another thread while
 * renders occupy this one.
 */
const atOnce = 32 * 1024

/**
 * Level 4: level 6 takes 50 % longer for 4 % less, and gzip only serves the first moments and clients without brotli.
 */
const gzipLevel = 4

/**
 * Quality 7: 50 % more work than 5 (8.5 ms for the home page instead of 5.6), but 40.0 KB instead of 41.1 to 42.5, the
 * difference between two round trips and three on a slow line. Quality 11 takes 45 times as long for 3 KB less.
 */
const brotliQuality = 7

const represent = (coding: Coding, body: Buffer, print: string, answer: Answer, vary: string): Representation => {
  const etag = `"${print}${coding === 'identity' ? '' : `-${coding}`}"`
  // `no-cache` lets the browser store a copy and revalidate each time: edits show immediately, and an unchanged page
  // costs a 304.
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

/** Prepares the plain and gzip representations. Gzip is fast enough to wait for. */
export const encodeAnswer = async (answer: Answer, vary: string): Promise<EncodedAnswer> => {
  const print = fingerprint(answer)
  const representations: Representations = { identity: represent('identity', answer.body, print, answer, vary) }
  if (answer.body.length >= smallest)
    representations.gzip = represent('gzip', await gzipped(answer.body), print, answer, vary)
  return { status: answer.status, representations }
}

/** Adds the brotli representation to an answer that is already being served. */
export const addBrotli = async (ready: EncodedAnswer, answer: Answer, vary: string): Promise<void> => {
  if (answer.body.length < smallest) return
  const body = await toBrotli(answer.body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      [constants.BROTLI_PARAM_SIZE_HINT]: answer.body.length,
    },
  })
  ready.representations.br = represent('br', body, fingerprint(answer), answer, vary)
}

/** Returns the best representation for the accepted encodings. */
export const chooseRepresentation = (representations: Representations, accepted: readonly Coding[]): Representation => {
  for (const coding of accepted) {
    const representation = representations[coding]
    if (representation) return representation
  }
  return representations.identity
}
