// @module-tag deep
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '#kit/auth/password.ts'
import { Context, publicScope } from '#kit/server/context.ts'
import { buildApproval } from '#people/approvals/factory.ts'
import { buildSession } from '#people/auth/factory.ts'
import { trustDevice } from '#people/auth/server/trust-device.ts'
import { buildRecipient, buildSending } from '#people/messages/factory.ts'
import { buildTwoStep } from '#people/two-step/factory.ts'
import { users } from '#people/users/table.ts'
import { buildSender } from '#test/providers/build-sender.ts'
import { allRoutes, routeSamples } from '#test/routes/route-samples.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { type Actor, sentBy } from '#test/server/test-api.ts'
import { withdrawals } from '../contract.ts'

/**
 * Checks withdrawal against every table of the database. Foreign keys determine which rows belong to a member, over any
 * number of tables that lead to `users`. A new table must be filled by a member route here, or be listed below with a
 * reason. A marker written into any of its columns must be gone afterwards.
 */

/** Tables that lead only to staff accounts; also excludes what leads to accounts through them. */
const staffTables: Record<string, string> = {
  files: 'uploaded by staff',
  posts: 'written by staff',
  form_requests: 'assigned to staff; a visitor has no account',
  form_entries: 'written by staff',
  approvals: 'asked for and decided by staff',
  sendings: 'written by staff',
  previews: 'of the sessions of staff',
}

/** Tables that the withdrawal itself writes. */
const withdrawalTables = ['withdrawals', 'legal_holds']

/** Columns that keep their text, with the reason. */
const retainedTables: Record<string, string> = {
  'comments.body': 'stays in the story without its author',
  'auction_refusals.reason': 'a code of the rules of bidding',
  'sending_recipients.opt_out': 'the random key of a link',
  'shop_card_attempts.refusal': 'a code of what a provider says',
  'shop_exchanges.carrier': 'a name of a carrier',
  'shop_order_events.state': 'a code of states',
  'shop_order_lines.title': 'of the catalogue',
  'shop_orders.carrier': 'a name of a carrier',
  'shop_orders.coupon_title': 'of the catalogue',
  'shop_orders.level_title': 'of the catalogue',
  'shop_payments.method': 'a code of ways to pay',
  'shop_returns.slip': 'sums',
}

interface Link {
  table: string
  columns: string[]
  of: string
  ofColumns: string[]
}

const api = prepareTestApi()
let member: Actor
let links: Link[]
const mark = `mark${randomUUID().slice(0, 8)}`
const password = 'a quiet gate of pine'

const queryRows = async <T extends Record<string, unknown>>(text: string): Promise<T[]> =>
  (await api.services.database.execute(sql.raw(text))).rows as T[]

/** Returns the foreign keys, and columns that name an account without one. */
const findLinks = async (): Promise<Link[]> => {
  const keys = await queryRows<Link & Record<string, unknown>>(`
    SELECT c.conrelid::regclass::text AS "table", c.confrelid::regclass::text AS of,
      (SELECT array_agg(a.attname::text ORDER BY k.n) FROM unnest(c.conkey) WITH ORDINALITY k (num, n)
        JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.num) AS columns,
      (SELECT array_agg(a.attname::text ORDER BY k.n) FROM unnest(c.confkey) WITH ORDINALITY k (num, n)
        JOIN pg_attribute a ON a.attrelid = c.confrelid AND a.attnum = k.num) AS "ofColumns"
    FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid JOIN pg_namespace s ON s.oid = t.relnamespace
    WHERE c.contype = 'f' AND s.nspname = 'public'`)
  const named = await queryRows<{ table: string; column: string }>(`
    SELECT table_name AS "table", column_name AS column FROM information_schema.columns
    WHERE table_schema = 'public' AND data_type = 'uuid' AND column_name ~ '^(user_id|author_id|actor_id|account)$'`)
  const isKnown = ({ table, column }: { table: string; column: string }) =>
    keys.some((key) => key.table === table && key.columns.includes(column))
  const plain = named
    .filter((item) => !isKnown(item))
    .map(({ table, column }) => ({ table, columns: [column], of: 'users', ofColumns: ['id'] }))
  return [...keys, ...plain]
}

/** Returns conditions by table that select the member's rows. A table that references others comes after them. */
const listOwnRowConditions = (): Map<string, string> => {
  const own = new Map([['users', `id = '${member.userId}'`]])
  const isOfMembers = (table: string) => !staffTables[table] && !withdrawalTables.includes(table)
  for (let added = true; added; ) {
    added = false
    for (const { table } of links) {
      if (own.has(table) || !isOfMembers(table)) continue
      const conditions = links
        .filter((link) => link.table === table && own.has(link.of))
        .map(
          ({ columns, of, ofColumns }) =>
            `(${columns.join(', ')}) IN (SELECT ${ofColumns.join(', ')} FROM ${of} WHERE ${own.get(of)})`,
        )
      if (conditions.length === 0) continue
      own.set(table, conditions.map((item) => `(${item})`).join(' OR '))
      added = true
    }
  }
  return own
}

const countRows = async (table: string, condition: string): Promise<number> =>
  (await queryRows<{ count: number }>(`SELECT count(*)::int AS count FROM ${table} WHERE ${condition}`))[0]?.count ?? 0

/** Writes the marker into every text column of the member's rows; returns those that accepted it. */
const markAllColumns = async (own: ReadonlyMap<string, string>): Promise<string[]> => {
  const marked: string[] = []
  for (const [table, condition] of own) {
    // Skip the account itself, which is found by its name.
    if (table === 'users') continue
    const columns = await queryRows<{ name: string; type: string }>(`
      SELECT attname::text AS name, format_type(atttypid, NULL) AS type FROM pg_attribute
      WHERE attrelid = '${table}'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
        AND atttypid IN ('text'::regtype, 'jsonb'::regtype)`)
    for (const { name, type } of columns) {
      const value =
        type === 'text'
          ? `coalesce(${name}, '') || '${mark}'`
          : `CASE jsonb_typeof(${name}) WHEN 'object' THEN ${name} || '{"mark": "${mark}"}' ELSE ${name} END`
      // A check, key or trigger refuses text in this column.
      const changed = await api.services.database
        .execute(sql.raw(`UPDATE ${table} SET ${name} = ${value} WHERE ${condition}`))
        .then(({ rowCount }) => rowCount ?? 0)
        .catch(() => 0)
      if (changed > 0) marked.push(`${table}.${name}`)
    }
  }
  return marked
}

/** Returns every `table.column` that contains these words. */
const findTraces = async (words: readonly string[]): Promise<string[]> => {
  const tables = await queryRows<{ name: string }>(`
    SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
    WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`)
  const found = new Set<string>()
  for (const { name } of tables)
    for (const { row } of await queryRows<{ row: Record<string, unknown> }>(
      `SELECT to_jsonb(t) AS row FROM ${name} AS t`,
    ))
      for (const [column, value] of Object.entries(row))
        if (words.some((word) => JSON.stringify(value).includes(word)))
          found.add(`${name.replace(/^public\./, '')}.${column}`)
  return [...found].sort()
}

/** Routes that would end the account, its session or the data just created. */
const isLeft = ({ method, path }: { method: string; path: string }): boolean =>
  method === 'DELETE' || /\/(withdraw|password|sessions\/end|two-step\/end|devices)$/.test(path)

/** Calls every member route with the sample of its module. */
const useEverything = async (): Promise<void> => {
  let calls = 0
  const account = { username: 'x', name: 'x', level: 'x', rank: 0, scopes: [] }
  const createContext = () => new Context(api.services, { ...publicScope('ko'), principal: { ...member, ...account } })
  const send = (
    method: string,
    path: string,
    { params = {}, body }: { params?: Record<string, string>; body?: unknown },
  ) => {
    calls += 1
    const url = path.replace(/\{(\w+)\}/g, (_, name) => params[name] ?? randomUUID())
    return api.request({
      ...sentBy(member, { method: method as 'GET', url, ...(body !== undefined && { body }) }),
      remoteAddress: `10.4.${(calls >> 8) & 255}.${calls & 255}`,
    })
  }
  const maker = await routeSamples(createContext, async ({ method, path }, sample) =>
    (await send(method, path, sample)).json(),
  )
  // A sample that recreates a profile deletes the rooms of the old one, so rooms come last.
  const isRoom = ({ module }: { module: string }) => Number(module === 'meetings')
  for (const tested of allRoutes().sort((a, b) => isRoom(a) - isRoom(b))) {
    const { route } = tested
    if (route.access !== 'member') continue
    const sample = (await maker.find(tested).catch(() => null)) ?? {}
    if (!isLeft(route)) await send(route.method, route.path, sample)
  }
}

/** Adds rows that member routes create only at certain times, by a mailed link or over another protocol. */
const addRest = async (): Promise<void> => {
  const id = `'${member.userId}'`
  const day = `now(), now() + interval '1 day'`
  for (const statement of [
    `INSERT INTO recovery_tokens (id, user_id, token_hash, created_at, expires_at) VALUES (gen_random_uuid(), ${id}, 'hash', ${day})`,
    `INSERT INTO resumable_uploads (id, user_id, purpose, slot, name, bytes) VALUES (gen_random_uuid(), ${id}, 'introduction', 1, 'x.pdf', 1)`,
    `INSERT INTO idempotency (account, key, request_hash) VALUES (${id}, 'key', 'hash')`,
    `INSERT INTO auction_refusals (id, work_id, user_id, kind, amount, reason, at)
      VALUES (gen_random_uuid(), gen_random_uuid(), ${id}, 'open', 1, 'ended', now())`,
    `INSERT INTO auction_staff_bids (bid_id, channel, paddle)
      SELECT id, 'telephone', 1 FROM auction_bids WHERE user_id = ${id} LIMIT 1`,
    `INSERT INTO meeting_messages (matching_id, from_peer, kind, data)
      SELECT matching_id, id, 'chat', '{}' FROM meeting_peers WHERE user_id = ${id} LIMIT 1`,
    `INSERT INTO meeting_files (id, matching_id, from_peer, kind, name, mime, bytes)
      SELECT gen_random_uuid(), matching_id, id, 'document', 'x.pdf', 'application/pdf', 1
      FROM meeting_peers WHERE user_id = ${id} LIMIT 1`,
    `INSERT INTO fair_products (fair_id, profile_id, product_id)
      SELECT fair_id, profile_id, match_products.id FROM participations JOIN match_products USING (profile_id)
      JOIN match_profiles ON match_profiles.id = profile_id WHERE user_id = ${id} LIMIT 1`,
    `INSERT INTO participation_remarks (id, participation_id, text)
      SELECT gen_random_uuid(), participations.id, 'x' FROM participations
      JOIN match_profiles ON match_profiles.id = participations.profile_id WHERE match_profiles.user_id = ${id}`,
    `INSERT INTO fair_notices (participation_id, kind)
      SELECT participations.id, 'withdrawn' FROM participations
      JOIN match_profiles ON match_profiles.id = profile_id WHERE match_profiles.user_id = ${id}`,
    `UPDATE shop_orders SET tax_approval = '202611270a1b2c3d4e5f6a7b', tax_issued_at = now()
      WHERE id = (SELECT id FROM shop_orders WHERE tax_invoice IS NOT NULL AND user_id = ${id} LIMIT 1)`,
    `INSERT INTO fair_checkins (participation_id, day, at)
      SELECT participations.id, current_date, now() FROM participations
      JOIN match_profiles ON match_profiles.id = profile_id WHERE user_id = ${id} LIMIT 1`,
    `INSERT INTO matching_unreleased (matching_id, fair_id, state, updated_at)
      SELECT matchings.id, fair_id, state, now() FROM matchings JOIN match_profiles ON match_profiles.id = buyer_id
      WHERE user_id = ${id} LIMIT 1`,
    `INSERT INTO meeting_reminders (matching_id, starts_at, kind, created_at)
      SELECT matchings.id, now(), 'day', now() FROM matchings JOIN match_profiles ON match_profiles.id = buyer_id
      WHERE user_id = ${id} LIMIT 1`,
  ])
    await queryRows(statement)
}

/** Completes what a withdrawal waits for: sales, lots with a leading bid, fairs that are not over. */
const waitForJobs = async (): Promise<void> => {
  for (const statement of [
    `UPDATE auction_sales SET state = 'void', void_reason = 'x', paid_at = NULL, collected_at = NULL WHERE state IN ('offered', 'awaiting', 'paid')`,
    `UPDATE auction_works SET state = 'passed', closed_at = now() WHERE state = 'open'`,
    `UPDATE auction_entries SET deposit = 'returned', returned_at = now(), sealed = NULL WHERE deposit = 'received'`,
    `UPDATE shop_orders SET state = 'cancelled', cancel_reason = 'staff', cancelled_at = now()`,
    `UPDATE shop_returns SET state = 'withdrawn', sealed = NULL WHERE state IN ('asked', 'collected')`,
    `UPDATE shop_exchanges SET state = 'withdrawn', sealed = NULL WHERE state IN ('asked', 'collected')`,
    `UPDATE shop_payments SET done_at = now() WHERE done_at IS NULL`,
    `UPDATE fairs SET starts_at = starts_at - interval '2 years', ends_at = ends_at - interval '2 years'`,
  ])
    await queryRows(statement)
}

beforeAll(async () => {
  await buildSender(api)
  member = await api.actor([], { password, kind: 'COMPANY', username: 'dokgonuri', email: 'dokgonuri@example.com' })
  links = await findLinks()
  await useEverything()
  await api.services.database
    .update(users)
    .set({ passwordHash: await hashPassword(password) })
    .where(sql`id = ${member.userId}`)
  const { pending } = await buildTwoStep(api.context, member.userId)
  await pending()
  await trustDevice(api.context, member.userId)
  await buildSession(api.context, member.userId)
  await addRest()
  await buildApproval(api.context, { params: { id: member.userId }, body: { reason: 'dokgonuri: 서류 확인' } })
  const sending = await buildSending(api.context)
  await buildRecipient(api.context, sending.id, { userId: member.userId })
})

describe('data that belongs to an account', () => {
  it('is covered here: every table has a row of the member, or a reason', async () => {
    const own = listOwnRowConditions()
    const empty: string[] = []
    for (const [table, condition] of own) if ((await countRows(table, condition)) === 0) empty.push(table)
    expect(empty.sort()).toEqual([])
    expect(own.size).toBeGreaterThan(35)
    // Every listed exception must be an existing table that leads to accounts.
    const leading = new Set(links.map(({ table }) => table))
    expect([...Object.keys(staffTables), ...withdrawalTables].filter((table) => !leading.has(table))).toEqual([])
  })

  it('is gone after the withdrawal, whatever was written into any column', async () => {
    const own = listOwnRowConditions()
    await waitForJobs()
    expect((await api.client(withdrawals, member).outlook()).withdrawal.blocks).toEqual([])
    const marked = await markAllColumns(own)
    expect(marked.length).toBeGreaterThan(60)
    const words = [mark, 'dokgonuri']
    expect((await findTraces(words)).length).toBeGreaterThan(60)

    await api.client(withdrawals, member).withdraw({ body: { password } })

    expect((await findTraces(words)).filter((column) => !retainedTables[column])).toEqual([])
  })
})
