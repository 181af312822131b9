import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { signAccessToken } from '#kit/auth/tokens.ts'
import { type EmbeddedDatabase, startEmbedded } from '#kit/db/embedded.ts'
import { readSecret } from '#kit/process/secret.ts'
import { measureSettledMemory, type SettledMemory } from './settled-memory.ts'
import { childrenOf, freePort, type Product, startProduct } from './start-product.ts'

/** At least 32 characters, as in production; the bench signs access tokens with it. */
const secret = 'a secret of the bench, of more than 32 characters'

export interface Member {
  user: string
  session: string
}
export interface Bid {
  member: Member
  work: string
  kind: 'open' | 'maximum'
  amount: number
  key: string
}

/** A running product with its own database and members who may bid. */
export interface AuctionProduct {
  product: Product
  database: EmbeddedDatabase
  pool: pg.Pool
  members: readonly Member[]
  /**
   * Creates an auction whose lots end one after another. `endsIn`: seconds until the first lot ends; `secondsBetweenEnds`: seconds
   * between two ends.
   */
  createAuction(
    lots: number,
    rules: { endsIn: number; secondsBetweenEnds?: number; window?: number; extension?: number },
  ): Promise<{ program: string; works: string[] }>
  /** Sends a bid; throws if no answer arrives. */
  bid(bid: Bid): Promise<{ status: number; body: unknown }>
  /** Process id of the application. */
  application(): Promise<number>
  /** Memory that the application holds after garbage collection. */
  memory(): Promise<SettledMemory>
  close(): Promise<void>
}

/** Milliseconds until a token is signed again: a storm outlasts the lifetime of one token. */
const freshness = 120_000

/** Returns a function that signs a member's access token and caches it for `freshness` ms. */
const tokensOf = (key: Uint8Array) => {
  const signed = new Map<string, { token: string; at: number }>()
  return async ({ user, session }: Member): Promise<string> => {
    const cached = signed.get(user)
    if (cached && Date.now() - cached.at < freshness) return cached.token
    const at = Date.now()
    const token = await signAccessToken(key, { userId: user, sessionId: session, scope: [] }, at)
    signed.set(user, { token, at })
    return token
  }
}

const makeMembers = async (pool: pg.Pool, count: number): Promise<Member[]> => {
  const members = Array.from({ length: count }, () => ({ user: randomUUID(), session: randomUUID() }))
  const [users, sessions] = [members.map(({ user }) => user), members.map(({ session }) => session)]
  await pool.query(
    `INSERT INTO users (id, username, name, level_id, password_hash)
     SELECT id, 'bidder-' || place, '응찰자', (SELECT id FROM levels WHERE key = 'member'), 'none'
     FROM unnest($1::uuid[]) WITH ORDINALITY AS bidder (id, place)`,
    [users],
  )
  await pool.query(
    `INSERT INTO sessions (id, user_id, token_hash, created_at, used_at)
     SELECT session, bidder, sha256(session::text::bytea), now(), now() FROM unnest($1::uuid[], $2::uuid[]) AS of (session, bidder)`,
    [sessions, users],
  )
  return members
}

/** Starts a product with `count` members. */
export const startAuctionProduct = async (count: number): Promise<AuctionProduct> => {
  const folder = await mkdtemp(join(tmpdir(), 'daecheong-auction-'))
  const dataDirectory = join(folder, 'application')
  const database = await startEmbedded({ dataDirectory: join(folder, 'server'), log: () => undefined })
  const pool = new pg.Pool({ connectionString: database.url, max: 4 })
  // Killing the server also breaks idle connections of the pool; without a listener that error would end this process.
  pool.on('error', () => undefined)
  const inspectorPort = await freePort()
  const product = await startProduct({
    dataDirectory,
    environment: {
      DEMO: 'false',
      DATABASE_URL: database.url,
      SESSION_SECRET: secret,
      TRUST_PROXY: 'loopback',
      NODE_OPTIONS: `--inspect-port=127.0.0.1:${inspectorPort} --inspect-publish-uid=http`,
    },
  })
  const application = async () => (await childrenOf(product.script))[0] ?? 0
  // The auction module is off in a new installation.
  await pool.query(`UPDATE settings SET value = jsonb_set(value, '{modules,auction}', 'true')`)
  const members = await makeMembers(pool, count)
  const tokenOf = tokensOf(await readSecret(dataDirectory, secret, 'session'))
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  const { hostname, port } = new URL(product.url)
  let sent = 0

  return {
    product,
    database,
    pool,
    members,
    async createAuction(lots, { endsIn, secondsBetweenEnds = 0, window = 0, extension = 0 }) {
      const program = randomUUID()
      const works = Array.from({ length: lots }, () => randomUUID())
      await pool.query(
        `INSERT INTO auction_programs (id, title, starts_at, first_end, lot_seconds, increments, window_seconds, extension_seconds,
           hard_minutes, visible)
         VALUES ($1, '{"ko":"시험"}', now() - interval '1 hour', now() + make_interval(secs => $2), $3, '[{"from":0,"step":10000}]',
           $4, $5, 1, true)`,
        [program, endsIn, secondsBetweenEnds, window, extension],
      )
      await pool.query(
        `INSERT INTO auction_works (id, program_id, lot, title, start_price)
         SELECT work, $1, place, '{"ko":"작품"}', 100000 FROM unnest($2::uuid[]) WITH ORDINALITY AS lot (work, place)`,
        [program, works],
      )
      await pool.query('SELECT open_lots($1)', [program])
      await pool.query(
        `INSERT INTO auction_entries (id, program_id, user_id, state, terms_version, accepted_at)
         SELECT gen_random_uuid(), $1, id, 'approved', 1, now() FROM users WHERE username LIKE 'bidder-%'`,
        [program],
      )
      return { program, works }
    },
    async bid({ member, work, kind, amount, key }) {
      sent += 1
      // Computed before signing: other bids are sent while the token is being signed.
      const from = `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`
      const token = await tokenOf(member)
      const body = JSON.stringify({ kind, amount })
      return new Promise((resolve, reject) => {
        const bidRequest = request(
          {
            agent,
            hostname,
            port,
            method: 'POST',
            path: `/api/v1/auction/works/${work}/bids`,
            headers: {
              authorization: `Bearer ${token}`,
              'content-type': 'application/json',
              'content-length': body.length,
              'idempotency-key': key,
              // Rate limits count by address, so each request gets its own.
              'x-forwarded-for': from,
            },
            timeout: 10_000,
          },
          (answer) => {
            const parts: Buffer[] = []
            answer.on('data', (part: Buffer) => parts.push(part))
            answer.on('error', reject)
            answer.on('end', () => {
              try {
                resolve({ status: answer.statusCode ?? 0, body: JSON.parse(Buffer.concat(parts).toString()) })
              } catch (error) {
                reject(error)
              }
            })
          },
        )
        bidRequest.on('timeout', () => bidRequest.destroy(new Error('No answer')))
        bidRequest.on('error', reject)
        bidRequest.end(body)
      })
    },
    application,
    memory: async () => measureSettledMemory(await application(), inspectorPort),
    async close() {
      agent.destroy()
      await product.stop()
      await pool.end()
      await database.stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
