import pg from 'pg'
import type { SqlFile } from './migrate-files.ts'

/** Version of a catalog row: changes whenever the object is replaced. */
type Version = string
/** Identities of objects, for example `search_key(text)`, with their versions. */
type Objects = Map<string, Version>

/** Runs a file; an error names it with the line. */
export const runFile = async (client: pg.Client, { path, sql }: SqlFile): Promise<void> => {
  try {
    await client.query(sql)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    const line = error.position ? `:${sql.slice(0, Number(error.position)).split('\n').length}` : ''
    throw new Error(`database/${path}${line} failed: ${error.message}`, { cause: error })
  }
}

/** Returns the functions, views and triggers of the schema by the path of their file, without those of extensions. */
export const listObjects = async (client: pg.Client): Promise<Map<string, Objects>> => {
  const { rows } = await client.query<{ path: string; object: string; version: Version }>(`
    WITH own AS (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
    SELECT 'functions/' || proname || '.sql' AS path, oid::regprocedure::text AS object, ctid || ' ' || xmin AS version
    FROM pg_proc WHERE pronamespace = (SELECT oid FROM own)
      AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = pg_proc.oid AND deptype = 'e')
    UNION ALL
    SELECT 'views/' || relname || '.sql', relname, ctid || ' ' || xmin
    FROM pg_class WHERE relnamespace = (SELECT oid FROM own) AND relkind = 'v'
      AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
    UNION ALL
    SELECT 'triggers/' || relname || '.sql', tgname, pg_trigger.ctid || ' ' || pg_trigger.xmin
    FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
    WHERE relnamespace = (SELECT oid FROM own) AND NOT tgisinternal`)
  const found = new Map<string, Objects>()
  for (const { path, object, version } of rows) {
    const objects = found.get(path) ?? new Map<string, Version>()
    found.set(path, objects.set(object, version))
  }
  return found
}

/** In the order in which objects can be dropped. */
const kinds = ['triggers/', 'views/', 'functions/']

const nameOf = (path: string): string => path.slice(path.indexOf('/') + 1, -4)

/** Drops objects of one kind, in any order. Never cascades: an error names what still uses them. */
const dropObjects = async (
  client: pg.Client,
  objects: { path: string; object: string }[],
  reason: string,
): Promise<void> => {
  const [first] = objects
  if (!first) return
  const names = objects.map(({ object }) => object)
  try {
    if (first.path.startsWith('functions/')) await client.query(`DROP ROUTINE IF EXISTS ${names.join(', ')}`)
    else if (first.path.startsWith('views/'))
      await client.query(`DROP VIEW IF EXISTS ${names.map(pg.escapeIdentifier).join(', ')}`)
    else
      for (const { path, object } of objects)
        await client.query(
          `DROP TRIGGER IF EXISTS ${pg.escapeIdentifier(object)} ON ${pg.escapeIdentifier(nameOf(path))}`,
        )
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    const files = [...new Set(objects.map(({ path }) => `database/${path}`))].join(', ')
    const users = error.detail ? `\n${error.detail}` : ''
    throw new Error(`${files}: ${reason}, but ${error.message}.${users}`, { cause: error })
  }
}

/** Returns the views and triggers that depend on the objects of a path. */
const dependentsOf = async (client: pg.Client, path: string): Promise<{ path: string; object: string }[]> => {
  const { rows } = await client.query<{ path: string; object: string }>(
    `WITH RECURSIVE used (classid, objid) AS (
      SELECT 'pg_proc'::regclass::oid, oid FROM pg_proc
        WHERE $1 = 'functions' AND proname = $2 AND pronamespace = current_schema()::regnamespace
      UNION SELECT 'pg_class'::regclass::oid, oid FROM pg_class
        WHERE $1 = 'views' AND relname = $2 AND relnamespace = current_schema()::regnamespace
      UNION SELECT 'pg_class'::regclass::oid, rule.ev_class
        FROM used JOIN pg_depend AS link ON link.refclassid = used.classid AND link.refobjid = used.objid
          AND link.classid = 'pg_rewrite'::regclass
        JOIN pg_rewrite AS rule ON rule.oid = link.objid AND rule.ev_class <> used.objid
    )
    SELECT DISTINCT 'views/' || relname || '.sql' AS path, relname AS object
    FROM used JOIN pg_class ON pg_class.oid = objid
    WHERE classid = 'pg_class'::regclass AND relkind = 'v' AND NOT ($1 = 'views' AND relname = $2)
    UNION ALL
    SELECT 'triggers/' || relname || '.sql', tgname
    FROM pg_trigger JOIN used ON used.classid = 'pg_proc'::regclass AND used.objid = tgfoid
      JOIN pg_class ON pg_class.oid = tgrelid WHERE NOT tgisinternal`,
    [path.slice(0, path.indexOf('/')), nameOf(path)],
  )
  return rows
}

/** SQLSTATEs of CREATE OR REPLACE for a changed signature of a function and for changed columns of a view. */
const needsDrop = new Set(['42P13', '42P16', '42809'])

/**
 * Replays a file over existing objects. If the object cannot be replaced in place, drops it with the views and triggers
 * that use it. Returns the paths of these, which must be replayed as well.
 */
const replaceObject = async (client: pg.Client, file: SqlFile, existing: Objects): Promise<string[]> => {
  await client.query('SAVEPOINT replay')
  try {
    await runFile(client, file)
    await client.query('RELEASE SAVEPOINT replay')
    return []
  } catch (error) {
    const { cause } = error as Error
    if (!(cause instanceof pg.DatabaseError) || !needsDrop.has(cause.code ?? '')) throw error
    await client.query('ROLLBACK TO SAVEPOINT replay')
  }
  const dependents = await dependentsOf(client, file.path)
  for (const kind of kinds)
    await dropObjects(
      client,
      dependents.filter(({ path }) => path.startsWith(kind)),
      `they use ${file.name}, which cannot be replaced in place`,
    )
  await dropObjects(
    client,
    [...existing.keys()].map((object) => ({ path: file.path, object })),
    `the signature of ${[...existing.keys()].join(', ')} has changed`,
  )
  await runFile(client, file)
  return dependents.map(({ path }) => path)
}

/** Drops what the replayed files no longer define: other overloads of a function, other triggers of a table. */
const dropLeftOver = async (
  client: pg.Client,
  replayed: SqlFile[],
  before: Map<string, Objects>,
  after: Map<string, Objects>,
): Promise<void> => {
  for (const { path } of replayed)
    for (const [object, version] of before.get(path) ?? [])
      if (after.get(path)?.get(object) === version) {
        await dropObjects(client, [{ path, object }], `${object} is no longer defined there`)
        after.get(path)?.delete(object)
      }
}

/** Drops the objects of files that were deleted. */
const dropRemoved = async (client: pg.Client, removed: { path: string; objects: string[] }[]): Promise<void> => {
  for (const kind of kinds) {
    const objects = removed.flatMap(({ path, objects }) =>
      path.startsWith(kind) ? objects.map((object) => ({ path, object })) : [],
    )
    await dropObjects(client, objects, `${objects.map(({ object }) => object).join(', ')} should go with the file`)
  }
  await client.query('DELETE FROM database_objects WHERE path = ANY ($1)', [removed.map(({ path }) => path)])
}

/**
 * Brings functions, views and triggers to the state of their files, within the caller's transaction: replays files
 * that changed or whose objects are missing, and drops what has no file any more. Returns the paths of replayed files.
 */
export const replayObjects = async (client: pg.Client, files: SqlFile[]): Promise<string[]> => {
  const { rows: stored } = await client.query<{ path: string; hash: string; objects: string[] }>(
    'SELECT path, hash, objects FROM database_objects',
  )
  const known = new Map(stored.map((row) => [row.path, row]))
  const before = await listObjects(client)
  const isMissing = (path: string): boolean =>
    known.get(path)?.objects.some((object) => !before.get(path)?.has(object)) ?? true
  const pending = new Set(
    files.filter(({ path, hash }) => known.get(path)?.hash !== hash || isMissing(path)).map(({ path }) => path),
  )
  const removed = stored.filter(({ path }) => !files.some((file) => file.path === path))
  if (pending.size === 0 && removed.length === 0) return []

  // Bodies may refer to objects that are created later.
  await client.query('SET LOCAL check_function_bodies = off')
  const replayed = new Set<SqlFile>()
  while (pending.size > 0) {
    const turn = files.filter(({ path }) => pending.has(path))
    if (turn.length === 0) throw new Error(`These objects were dropped and have no file: ${[...pending].join(', ')}.`)
    for (const file of turn) {
      pending.delete(file.path)
      const existing = before.get(file.path)
      if (existing) for (const path of await replaceObject(client, file, existing)) pending.add(path)
      else await runFile(client, file)
      replayed.add(file)
    }
  }
  const after = await listObjects(client)
  await dropLeftOver(client, [...replayed], before, after)
  await dropRemoved(client, removed)
  const rows = [...replayed].map(({ path, hash }) => ({ path, hash, objects: [...(after.get(path)?.keys() ?? [])] }))
  await client.query(
    `INSERT INTO database_objects (path, hash, objects)
     SELECT path, hash, objects FROM jsonb_to_recordset($1) AS replayed (path text, hash text, objects text[])
     ON CONFLICT (path) DO UPDATE SET hash = excluded.hash, objects = excluded.objects, replayed_at = now()`,
    [JSON.stringify(rows)],
  )
  await client.query('RESET check_function_bodies')
  return rows.map(({ path }) => path)
}
