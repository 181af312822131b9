import pg from 'pg'
import { type DatabaseFiles, databaseFolder, readDatabaseFiles, requiredBy, type SqlFile } from './migrate-files.ts'
import { adoptLegacy, baseline } from './migrate-legacy.ts'
import { replayObjects, runFile } from './migrate-objects.ts'

/** Advisory lock key; any number not used elsewhere in the database. */
const lockNumber = 743_201_118

const bookkeeping = `
  CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now());
  CREATE TABLE IF NOT EXISTS database_objects (
    path text PRIMARY KEY,
    hash text NOT NULL,
    objects text[] NOT NULL,
    replayed_at timestamptz NOT NULL DEFAULT now()
  )`

/** Creates the tables of an empty database, and before them the functions that their constraints and indexes call. */
const createTables = async (client: pg.Client, { tables, objects }: DatabaseFiles): Promise<void> => {
  const required = new Set(tables.flatMap(requiredBy))
  await client.query('SET LOCAL check_function_bodies = off')
  for (const file of objects.filter(({ name, path }) => required.has(name) && path.startsWith('functions/')))
    await runFile(client, file)
  await client.query('RESET check_function_bodies')
  for (const file of tables) await runFile(client, file)
  await client.query('INSERT INTO migrations (name) VALUES ($1)', [baseline])
}

/** Runs the migrations that a database does not have; returns their names. */
const runMigrations = async (client: pg.Client, migrations: SqlFile[], applied: Set<string>): Promise<string[]> => {
  const knownNames = new Set([baseline, ...migrations.map(({ name }) => name)])
  const unknown = [...applied].filter((name) => !knownNames.has(name)).sort()
  if (unknown.length > 0)
    throw new Error(
      `This database was updated by a newer version of the product (${unknown.at(-1)}). ` +
        'Start that version, or restore a backup from before the update.',
    )
  const missing = migrations.filter(({ name }) => !applied.has(name))
  for (const file of missing) {
    await runFile(client, file)
    await client.query('INSERT INTO migrations (name) VALUES ($1)', [file.name])
  }
  return missing.map(({ path }) => path)
}

const bringUpToDate = async (client: pg.Client, files: DatabaseFiles): Promise<string[]> => {
  await client.query('SELECT pg_advisory_xact_lock($1)', [lockNumber])
  await client.query(bookkeeping)
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations')
  const applied = new Set(rows.map(({ name }) => name))
  const isEmpty = applied.size === 0
  if (isEmpty) await createTables(client, files)
  else if (!applied.has(baseline)) {
    await adoptLegacy(client, [...applied])
    applied.clear()
  }
  const migrated = await runMigrations(client, files.migrations, applied)
  const replayed = await replayObjects(client, files.objects)
  return [...(isEmpty ? files.tables.map(({ path }) => path) : []), ...migrated, ...replayed]
}

/**
 * Brings a database to the state of `database/` (docs/decisions/0091): tables of an empty one, missing migrations, then
 * changed functions, views and triggers. One transaction under an advisory lock, so that several processes may start at
 * once and a stop in the middle leaves the database as it was. Returns the paths of the files that ran.
 */
export const migrate = async (directUrl: string, folder = databaseFolder): Promise<string[]> => {
  const files = await readDatabaseFiles(folder)
  const client = new pg.Client({ connectionString: directUrl, connectionTimeoutMillis: 5000 })
  // A lost connection rejects the running query; without a listener the process would end.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('BEGIN')
    try {
      const ran = await bringUpToDate(client, files)
      await client.query('COMMIT')
      return ran
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined)
      throw error
    }
  } finally {
    await client.end()
  }
}
