import pg from 'pg'

/** Bids as a process of the application would send them; told to it by the test that starts it, and killed by it. */
export interface Asked {
  work: string
  user: string
  kind: string
  amount: number
  key: string
  bid: string
  beside: string
}
export interface Answered {
  key: string
  outcome: string
  seq: number | null
}

const lines = 24

const decide = async (pool: pg.Pool, { work, user, kind, amount, key, bid, beside }: Asked): Promise<Answered> => {
  for (;;)
    try {
      const { rows } = await pool.query<Answered>('SELECT outcome, seq FROM place_bid($1, $2, $3, $4, $5, $6, $7)', [
        work,
        user,
        kind,
        amount,
        key,
        bid,
        beside,
      ])
      const [answer] = rows
      if (answer) return { ...answer, key }
    } catch {
      // The database is away: the same bid with the same key again, as pages do.
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
}

process.on('message', async ({ url, asked }: { url: string; asked: Asked[] }) => {
  const pool = new pg.Pool({ connectionString: url, max: lines, connectionTimeoutMillis: 2000, query_timeout: 3000 })
  pool.on('error', () => undefined)
  const left = asked.values()
  await Promise.all(
    Array.from({ length: lines }, async () => {
      for (const one of left) process.send?.(await decide(pool, one))
    }),
  )
  await pool.end()
  process.disconnect()
})
