import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { describeSchema } from '#test/server/describe-schema.ts'
import { createBareDatabase, type TestDatabase } from '#test/server/test-database.ts'
import { migrate } from './migrate.ts'

let folder: string
let database: TestDatabase
let client: pg.Client

const write = async (files: Record<string, string | null>) => {
  for (const [path, sql] of Object.entries(files)) {
    const full = join(folder, `${path}.sql`)
    await mkdir(join(full, '..'), { recursive: true })
    if (sql === null) await rm(full)
    else await writeFile(full, sql)
  }
}

const start = () => migrate(database.directUrl, folder)

const fetchValue = async (query: string): Promise<unknown> => {
  const { rows } = await client.query({ text: query, rowMode: 'array' })
  return rows[0]?.[0]
}

const double =
  'CREATE OR REPLACE FUNCTION double(value integer) RETURNS integer LANGUAGE sql IMMUTABLE RETURN value * 2;'

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daecheong-sql-'))
  database = await createBareDatabase()
  client = new pg.Client(database.directUrl)
  await client.connect()
  await write({
    'tables/01_notes': `-- requires: double
      CREATE TABLE notes (id integer PRIMARY KEY, text text NOT NULL DEFAULT '', CHECK (double(id) > 0));`,
    'functions/double': double,
    'functions/stamp': `CREATE OR REPLACE FUNCTION stamp() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN NEW.text := NEW.text || 'stamped'; RETURN NEW; END $$;`,
    'functions/length_of': `CREATE OR REPLACE FUNCTION length_of(note notes) RETURNS integer LANGUAGE sql STABLE AS $$
      SELECT length(note.text) $$;`,
    'views/a_longest':
      '-- requires: lengths\nCREATE OR REPLACE VIEW a_longest AS SELECT max(length) AS length FROM lengths;',
    'views/lengths': 'CREATE OR REPLACE VIEW lengths AS SELECT id, length_of(notes) AS length FROM notes;',
    'triggers/notes':
      'CREATE OR REPLACE TRIGGER notes_stamp BEFORE INSERT ON notes FOR EACH ROW EXECUTE FUNCTION stamp();',
  })
})
afterEach(async () => {
  await client.end()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

describe('a fresh database', () => {
  it('gets tables, migrations and objects once', async () => {
    await write({ 'migrations/0001_authors': 'ALTER TABLE notes ADD COLUMN author text' })
    expect(await start()).toEqual([
      'tables/01_notes.sql',
      'migrations/0001_authors.sql',
      'functions/double.sql',
      'functions/length_of.sql',
      'functions/stamp.sql',
      'views/lengths.sql',
      'views/a_longest.sql',
      'triggers/notes.sql',
    ])
    expect(await start()).toEqual([])
    await client.query("INSERT INTO notes (id, text) VALUES (1, 'is ')")
    expect(await fetchValue('SELECT length FROM a_longest')).toBe('is stamped'.length)
    const { rows } = await client.query('SELECT name FROM migrations ORDER BY name')
    expect(rows).toEqual([{ name: '0001_authors' }, { name: 'baseline' }])
  })

  it('is prepared by one of several processes that start at once', async () => {
    const ran = await Promise.all([start(), start(), start()])
    expect(ran.map((paths) => paths.length).sort()).toEqual([0, 0, 7])
  })
})

describe('changed files', () => {
  beforeEach(start)

  it('are replayed, and others are not', async () => {
    await write({ 'functions/double': double.replace('value * 2', 'value + value') })
    expect(await start()).toEqual(['functions/double.sql'])
    expect(await fetchValue('SELECT double(4)')).toBe(8)
  })

  it('run after the migrations that they need', async () => {
    await write({
      'migrations/0001_authors': 'ALTER TABLE notes ADD COLUMN author text',
      'views/lengths': 'CREATE OR REPLACE VIEW lengths AS SELECT id, length_of(notes) AS length, author FROM notes;',
    })
    expect(await start()).toEqual(['migrations/0001_authors.sql', 'views/lengths.sql'])
  })

  it('replace a function with another signature, and the view that uses it is replayed', async () => {
    await write({
      'functions/length_of': `CREATE OR REPLACE FUNCTION length_of(note notes) RETURNS bigint LANGUAGE sql STABLE AS $$
        SELECT length(note.text)::bigint $$;`,
      'views/lengths': 'CREATE OR REPLACE VIEW lengths AS SELECT id, length_of(notes)::integer AS length FROM notes;',
    })
    expect(await start()).toEqual(['functions/length_of.sql', 'views/lengths.sql', 'views/a_longest.sql'])
    expect(
      await fetchValue('SELECT pg_typeof(length_of(notes)) FROM (VALUES (1)) AS one LEFT JOIN notes ON true'),
    ).toBe('bigint')
  })

  it('drop the former overload of a function that takes other arguments', async () => {
    await write({
      'functions/length_of': `CREATE OR REPLACE FUNCTION length_of(note text) RETURNS integer LANGUAGE sql STABLE AS $$
        SELECT length(note) $$;`,
      'views/lengths': 'CREATE OR REPLACE VIEW lengths AS SELECT id, length_of(text) AS length FROM notes;',
    })
    await start()
    expect(
      await fetchValue("SELECT string_agg(oid::regprocedure::text, ' ') FROM pg_proc WHERE proname = 'length_of'"),
    ).toBe('length_of(text)')
  })

  it('replace a view with other columns, and those that read it', async () => {
    await write({
      'views/lengths': 'CREATE OR REPLACE VIEW lengths AS SELECT length_of(notes) AS length FROM notes;',
    })
    expect(await start()).toEqual(['views/lengths.sql', 'views/a_longest.sql'])
    expect(await fetchValue('SELECT count(*) FROM a_longest')).toBe(1)
  })

  it('drop a trigger that is no longer in them', async () => {
    await write({
      'triggers/notes':
        'CREATE OR REPLACE TRIGGER notes_other BEFORE UPDATE ON notes FOR EACH ROW EXECUTE FUNCTION stamp();',
    })
    await start()
    expect(await fetchValue("SELECT string_agg(tgname, ' ') FROM pg_trigger WHERE NOT tgisinternal")).toBe(
      'notes_other',
    )
  })

  it('refuse another signature of a function that a constraint uses, with the reason', async () => {
    await write({
      'functions/double': double.replaceAll('integer', 'bigint').replace('(value bigint)', '(value integer)'),
    })
    await expect(start()).rejects.toThrow(
      /database\/functions\/double\.sql: the signature of double\(integer\) has changed, but cannot drop function.*notes/s,
    )
  })
})

describe('removed files', () => {
  beforeEach(start)

  it('take their objects along', async () => {
    await write({ 'views/a_longest': null, 'views/lengths': null, 'functions/length_of': null, 'triggers/notes': null })
    await start()
    expect(await describeSchema(client)).not.toContainEqual(
      expect.stringMatching(/a_longest|lengths|length_of|notes_stamp/),
    )
    expect(await fetchValue("SELECT string_agg(path, ' ' ORDER BY path) FROM database_objects")).toBe(
      'functions/double.sql functions/stamp.sql',
    )
  })

  it('whose object is in use stop the start with the reason, and change nothing', async () => {
    const before = await describeSchema(client)
    await write({ 'functions/length_of': null, 'migrations/0001_more': 'CREATE TABLE more (id integer)' })
    await expect(start()).rejects.toThrow(
      /database\/functions\/length_of\.sql: length_of\(notes\) should go with the file, but cannot drop function.*view lengths/s,
    )
    expect(await describeSchema(client)).toEqual(before)
  })
})

describe('migrations', () => {
  beforeEach(start)

  it('may drop an object, which is then replayed', async () => {
    await write({
      'migrations/0001_texts': `DROP VIEW a_longest, lengths;
        ALTER TABLE notes ALTER COLUMN text TYPE varchar(20);`,
    })
    expect(await start()).toEqual(['migrations/0001_texts.sql', 'views/lengths.sql', 'views/a_longest.sql'])
  })

  it('that fail name their line and leave the database as it was', async () => {
    await write({
      'migrations/0001_good': 'CREATE TABLE more (id integer)',
      'migrations/0002_bad': 'SELECT 1;\nALTER TABLE nothing ADD COLUMN more text',
    })
    const before = await describeSchema(client)
    await expect(start()).rejects.toThrow('database/migrations/0002_bad.sql failed: relation "nothing" does not exist')
    await write({ 'migrations/0002_bad': 'SELECT 1;\nSELECT nothing' })
    await expect(start()).rejects.toThrow('database/migrations/0002_bad.sql:2 failed: column "nothing" does not exist')
    expect(await describeSchema(client)).toEqual(before)
  })

  it('continue after a stop in the middle', async () => {
    await write({
      'migrations/0001_good': 'CREATE TABLE more (id integer)',
      'migrations/0002_stopped': 'SELECT pg_terminate_backend(pg_backend_pid())',
    })
    await expect(start()).rejects.toThrow()
    expect(await fetchValue("SELECT to_regclass('more')")).toBe(null)
    await write({ 'migrations/0002_stopped': 'CREATE TABLE later (id integer)' })
    expect(await start()).toEqual(['migrations/0001_good.sql', 'migrations/0002_stopped.sql'])
  })

  it('that a newer version has applied are an error', async () => {
    await client.query("INSERT INTO migrations (name) VALUES ('0007_future')")
    await expect(start()).rejects.toThrow(
      'This database was updated by a newer version of the product (0007_future). Start that version, or restore a backup from before the update.',
    )
  })
})

describe('files', () => {
  it('that require an unknown name are an error', async () => {
    await write({ 'views/lengths': '-- requires: nothing\nSELECT 1;' })
    await expect(start()).rejects.toThrow('database/views/lengths.sql requires nothing, which has no file.')
  })

  it('with a malformed name are an error', async () => {
    await write({ 'migrations/authors': 'SELECT 1' })
    await expect(start()).rejects.toThrow('The name of database/migrations/authors.sql must match')
  })
})
