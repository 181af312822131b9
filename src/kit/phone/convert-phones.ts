import pg from 'pg'
import { parsePhone } from './parse-phone.ts'

/** Advisory lock key; any number not used elsewhere in the database. */
const lockNumber = 743_201_119

/** Numbers per query. */
const batch = 5000

/** A place that holds numbers: the SQL that reads one, and the assignment that writes `c.stored`. */
interface Source {
  name: string
  table: string
  value: string
  assignment: string
  /** Condition of the update, beside the value. */
  condition?: string
}

const column = (table: string, name: string): Source => ({
  name: `${table}.${name}`,
  table,
  value: name,
  assignment: `${name} = c.stored`,
})

const field = (table: string, name: string, key: string): Source => ({
  name: `${table}.${name}.${key}`,
  table,
  value: `${name} ->> ${pg.escapeLiteral(key)}`,
  assignment: `${name} = jsonb_set(${name}, ARRAY[${pg.escapeLiteral(key)}], to_jsonb(c.stored))`,
})

/** Addresses of messages are e-mail addresses or numbers. */
const address = (table: string, name: string): Source => ({
  ...column(table, name),
  value: `CASE WHEN ${name} LIKE '+%' THEN ${name} END`,
})

const users = column('users', 'phone')

const sources: readonly Source[] = [
  users,
  column('offices', 'phone'),
  column('offices', 'fax'),
  field('settings', 'value', 'phone'),
  column('form_requests', 'phone'),
  column('match_profiles', 'contact_phone'),
  column('auction_consignors', 'phone'),
  column('shop_orders', 'phone'),
  field('shop_orders', 'recipient', 'phone'),
  address('outbox', 'recipient'),
  // A message may have two spellings of one number, and each of its addresses is unique.
  {
    ...address('sending_recipients', 'address'),
    condition: `NOT EXISTS (SELECT FROM sending_recipients AS o
      WHERE o.sending_id = sending_recipients.sending_id AND o.address = c.stored)`,
  },
]

/** The answers to phone fields of all forms. */
const answerSources = async (client: pg.Client): Promise<Source[]> => {
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT field ->> 'name' AS name FROM form_kinds, jsonb_array_elements(fields) AS field
     WHERE field ->> 'kind' = 'phone' ORDER BY 1`,
  )
  return rows.map(({ name }) => field('form_requests', 'answers', name))
}

type Pair = [found: string, stored: string]

interface Outcome {
  changed: number
  /** Ids of the records whose number is left as it was. */
  kept: string[]
}

/** An account keeps its number if another one has the stored form already: both stay, and staff decide. */
const changeAccounts = async (client: pg.Client, pairs: readonly Pair[]): Promise<number> => {
  let changed = 0
  for (const [found, stored] of pairs) {
    const { rowCount } = await client.query(
      'UPDATE users SET phone = $2 WHERE phone = $1 AND NOT EXISTS (SELECT FROM users WHERE phone = $2)',
      [found, stored],
    )
    changed += rowCount ?? 0
  }
  return changed
}

const changeRecords = async (
  client: pg.Client,
  { table, value, assignment, condition = 'true' }: Source,
  pairs: readonly Pair[],
): Promise<number> => {
  const { rowCount } = await client.query(
    `UPDATE ${table} SET ${assignment} FROM unnest($1::text[], $2::text[]) AS c (found, stored)
     WHERE ${value} = c.found AND ${condition}`,
    [pairs.map(([found]) => found), pairs.map(([, stored]) => stored)],
  )
  return rowCount ?? 0
}

const convertSource = async (client: pg.Client, source: Source): Promise<Outcome> => {
  const { table, value } = source
  const outcome: Outcome = { changed: 0, kept: [] }
  for (let last = ''; ; ) {
    const { rows } = await client.query<{ value: string }>(
      `SELECT DISTINCT (${value}) COLLATE "C" AS value FROM ${table} WHERE (${value}) COLLATE "C" > $1
       ORDER BY 1 LIMIT ${batch}`,
      [last],
    )
    if (rows.length === 0) break
    last = rows.at(-1)?.value ?? ''
    const found = rows.map((row) => row.value)
    const pairs = found.flatMap((text): Pair[] => {
      const { phone } = parsePhone(text)
      return phone && phone !== text ? [[text, phone]] : []
    })
    outcome.changed += await (source === users ? changeAccounts(client, pairs) : changeRecords(client, source, pairs))
    const left = await client.query<{ id: string }>(`SELECT id::text FROM ${table} WHERE ${value} = ANY ($1::text[])`, [
      found.filter((text) => parsePhone(text).phone !== text),
    ])
    outcome.kept.push(...left.rows.map(({ id }) => id))
  }
  return outcome
}

/**
 * Converts the telephone numbers of existing records to their stored form (docs/decisions/0094). Each source is converted
 * once, in one transaction, so that an interrupted conversion continues with the next source. Texts without a number stay
 * unchanged. Returns one log line per source with numbers.
 */
export const convertPhones = async (directUrl: string): Promise<string[]> => {
  const client = new pg.Client({ connectionString: directUrl, connectionTimeoutMillis: 5000 })
  // A lost connection rejects the running query; without a listener the process would end.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lockNumber])
    const { rows } = await client.query<{ source: string }>('SELECT source FROM phone_conversions')
    const done = new Set(rows.map(({ source }) => source))
    if (sources.every(({ name }) => done.has(name))) return []
    // Before the others: a form that is created later has converted answers from the start.
    const answers = await answerSources(client)
    const lines: string[] = []
    for (const source of [...answers, ...sources]) {
      if (done.has(source.name)) continue
      await client.query('BEGIN')
      const { changed, kept } = await convertSource(client, source)
      await client.query('INSERT INTO phone_conversions (source, changed, kept) VALUES ($1, $2, $3)', [
        source.name,
        changed,
        kept,
      ])
      await client.query('COMMIT')
      if (changed + kept.length > 0)
        lines.push(`Converted the numbers of ${source.name}: ${changed} changed, ${kept.length} left as they were.`)
    }
    return lines
  } finally {
    await client.end()
  }
}
