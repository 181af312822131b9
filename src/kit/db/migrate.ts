import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

const folder = fileURLToPath(new URL('../../../migrations/', import.meta.url))

/** Advisory lock key; any number not used elsewhere in the database. */
const lockNumber = 743_201_118

/**
 * Applies the missing SQL files of `migrations/` in order, each in its own transaction under an advisory transaction
 * lock, so that several processes may start concurrently. Forward only. Returns the names of the applied files. If one
 * fails, its transaction is rolled back and an error with the file name is thrown.
 */
export const migrate = async (directUrl: string, upTo?: string): Promise<string[]> => {
  const files = (await readdir(folder)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).sort()
  const client = new pg.Client({ connectionString: directUrl, connectionTimeoutMillis: 5000 })
  await client.connect()
  try {
    const applied: string[] = []
    for (const name of files) {
      if (upTo && name > upTo) break
      const sql = await readFile(`${folder}${name}`, 'utf8')
      await client.query('BEGIN')
      try {
        await client.query('SELECT pg_advisory_xact_lock($1)', [lockNumber])
        await client.query(
          'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
        )
        const known = await client.query('SELECT 1 FROM migrations WHERE name = $1', [name])
        if (known.rowCount === 0) {
          await client.query(sql)
          await client.query('INSERT INTO migrations (name) VALUES ($1)', [name])
          applied.push(name)
        }
        await client.query('COMMIT')
      } catch (error) {
        await client.query('ROLLBACK').catch(() => undefined)
        throw new Error(`The migration ${name} failed: ${(error as Error).message}`, { cause: error })
      }
    }
    return applied
  } finally {
    await client.end()
  }
}
