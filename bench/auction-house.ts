import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { signAccessToken } from '#kit/auth/tokens.ts'
import { type EmbeddedDatabase, startEmbedded } from '#kit/db/embedded.ts'
import { readSecret } from '#kit/secret.ts'
import { type Product, productPid, startProduct } from './product.ts'

/** Real ones have as many characters; the bench signs tokens with it as the product would. */
const secret = 'a secret of the bench, of more than 32 characters'

/** The product beside a database of its own, with members who may bid. */
export interface House {
  product: Product
  database: EmbeddedDatabase
  pool: pg.Pool
  /** Headers of each member: a token, and an address of its own, since requests are counted by it. */
  bidders: readonly Record<string, string>[]
  /** A programme whose lots all end in so many seconds; the ids of its works. */
  hang(lots: number, rules: { endsIn: number; window?: number; extension?: number }): Promise<Hung>
  /** Process number and resident memory in bytes of the application. */
  application(): Promise<{ pid: number; memory: number }>
  close(): Promise<void>
}
export interface Hung {
  program: string
  works: string[]
}

const makeBidders = async (pool: pg.Pool, key: Uint8Array, count: number): Promise<Record<string, string>[]> => {
  const members = Array.from({ length: count }, () => ({ userId: randomUUID(), sessionId: randomUUID() }))
  const [users, sessions] = [members.map(({ userId }) => userId), members.map(({ sessionId }) => sessionId)]
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
  return Promise.all(
    members.map(async (member, index) => ({
      authorization: `Bearer ${await signAccessToken(key, { ...member, scope: [] }, Date.now())}`,
      'content-type': 'application/json',
      'x-forwarded-for': `10.0.${index >> 8}.${index & 255}`,
    })),
  )
}

/** Starts a house with so many members. */
export const openHouse = async (count: number): Promise<House> => {
  const folder = await mkdtemp(join(tmpdir(), 'daecheong-auction-'))
  const dataDirectory = join(folder, 'application')
  const database = await startEmbedded({ dataDirectory: join(folder, 'server'), log: () => undefined })
  const pool = new pg.Pool({ connectionString: database.url, max: 32 })
  // A server that is killed ends connections that nobody holds.
  pool.on('error', () => undefined)
  const product = await startProduct({
    dataDirectory,
    environment: {
      DEMO: 'false',
      DATABASE_URL: database.url,
      SESSION_SECRET: secret,
      TRUST_PROXY: 'loopback',
      DATABASE_POOL: '16',
    },
  })
  const bidders = await makeBidders(pool, await readSecret(dataDirectory, secret, 'session'), count)

  const hang: House['hang'] = async (lots, { endsIn, window = 0, extension = 0 }) => {
    const program = randomUUID()
    const works = Array.from({ length: lots }, () => randomUUID())
    await pool.query(
      `INSERT INTO auction_programs (id, title, starts_at, first_end, lot_seconds, increments, window_seconds, extension_seconds,
         hard_minutes, visible)
       VALUES ($1, '{"ko":"시험"}', now() - interval '1 hour', now() + make_interval(secs => $2), 0, '[{"from":0,"step":10000}]',
         $3, $4, 1, true)`,
      [program, endsIn, window, extension],
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
  }
  return {
    product,
    database,
    pool,
    bidders,
    hang,
    async application() {
      const pid = await productPid(dataDirectory)
      const status = await readFile(`/proc/${pid}/status`, 'utf8')
      return { pid, memory: Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024 }
    },
    async close() {
      await product.stop()
      await pool.end()
      await database.stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
