import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { databaseFolder } from './migrate-files.ts'
import { listObjects } from './migrate-objects.ts'

/** Entry of the table `migrations` for `database/tables/`. */
export const baseline = 'baseline'

/** The last of the 98 migrations that the baseline replaced (docs/decisions/0091). */
const lastLegacy = '0147_fair_kept_for_participants.sql'
const legacyCount = 98
/** A commit whose start brings an older database up to the last of them. */
const lastLegacyCommit = '0fb9991b'

/**
 * Adopts a database that the 98 migrations made: one entry of the baseline replaces theirs. Its functions, views and
 * triggers are recorded, so that the replay drops those without a file. Throws if some migrations are missing.
 */
export const adoptLegacy = async (client: pg.Client, applied: readonly string[]): Promise<void> => {
  const [last = ''] = [...applied].sort().reverse()
  if (last > lastLegacy)
    throw new Error(
      `This database has the migration ${last}, which this version does not know: ` +
        'it was updated by another version of the product. Start that version, or restore a backup from before.',
    )
  if (last !== lastLegacy || applied.length !== legacyCount)
    throw new Error(
      `This database is of an older version: its last migration is ${last}, ${applied.length} of ${legacyCount}. ` +
        `Start the version of commit ${lastLegacyCommit} on it once, then this version.`,
    )
  await client.query(await readFile(`${databaseFolder}adopt_0147.sql`, 'utf8'))
  const objects = [...(await listObjects(client))].map(([path, found]) => ({ path, objects: [...found.keys()] }))
  await client.query(
    `INSERT INTO database_objects (path, hash, objects)
     SELECT path, '', objects FROM jsonb_to_recordset($1) AS found (path text, objects text[])`,
    [JSON.stringify(objects)],
  )
  await client.query('DELETE FROM migrations')
  await client.query('INSERT INTO migrations (name) VALUES ($1)', [baseline])
}
