import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { files } from '#auction/files/contract.ts'
import { buildPdf } from '#auction/files/factory.ts'
import { buildSale } from '#auction/sales/factory.ts'
import { hashToken, newRefreshToken, signAccessToken } from '#kit/auth/tokens.ts'
import { media } from '#kit/files/contract.ts'
import { sessions } from '#people/auth/table.ts'
import { buildMail, buildRecipient, buildSending } from '#people/messages/factory.ts'
import { buildQuestion } from '#people/questions/factory.ts'
import { buildUser } from '#people/users/factory.ts'
import { redirects } from '#platform/redirects/contract.ts'
import { redirectInput } from '#platform/redirects/factory.ts'
import { settings } from '#platform/settings/contract.ts'
import { buildStray } from '#shop/payments/factory.ts'
import { form, picture } from '#test/files/sample-files.ts'
import { type Actor, allScopes, createTestApi, type TestApi } from '#test/server/test-api.ts'
import { loadDemonstration } from '../demo.ts'
import { modules } from '../modules.ts'

interface Case {
  /** Query for the id in the path. */
  id?: string
  /** Query for the account that calls; the owner by default. */
  as?: string
  query?: Record<string, string>
  /** Word that finds a record, if the answer does not contain it. */
  word?: string
  /** Why the route has no words to compose. */
  isExempt?: string
}

const fair = 'SELECT fair_id AS id FROM matchings GROUP BY 1 ORDER BY count(*) DESC LIMIT 1'
const reason = { reason: '사무소 회의 자료' }

/** Every list with search words. */
const cases: Record<string, Case> = {
  '/api/console/levels': {},
  '/api/console/users': {},
  '/api/console/media': { word: '누리빛' },
  '/api/console/practices': {},
  '/api/console/offices': {},
  '/api/console/lawyers': {},
  '/api/console/boards': {},
  '/api/v1/boards': {},
  '/api/console/comments': {},
  '/api/console/forms': {},
  '/api/console/kept-forms': { word: '마루빛' },
  '/api/console/forms/export': { query: reason },
  '/api/console/templates': {},
  '/api/console/popups': {},
  '/api/console/banners': {},
  '/api/console/pages': {},
  '/api/console/terms': {},
  '/api/console/companies': {},
  '/api/console/center/notifications': {},
  '/api/console/center/faqs': {},
  '/api/v1/me/inquires': {},
  '/api/v1/center/questions': {},
  '/api/console/center/questions': {},
  '/api/console/center/question-templates': {},
  '/api/console/programmes': {},
  '/api/console/fairs': {},
  '/api/v1/fairs': {},
  '/api/v1/fairs/{id}/sellers': { id: fair },
  '/api/v1/fairs/{id}/buyers': { id: fair },
  '/api/console/participations': {},
  '/api/v1/me/products': {
    as: `SELECT user_id AS id FROM match_profiles JOIN match_products ON profile_id = match_profiles.id LIMIT 1`,
  },
  '/api/v1/products': {},
  '/api/v1/fairs/{id}/products': { id: 'SELECT fair_id AS id FROM fair_products LIMIT 1' },
  '/api/v1/me/matchings': {
    as: `SELECT user_id AS id FROM match_profiles JOIN matchings ON buyer_id = match_profiles.id LIMIT 1`,
  },
  '/api/console/matchings': {},
  '/api/console/fairs/{id}/matchings': { id: fair },
  '/api/console/auction/authors': {},
  '/api/v1/auction/authors': {},
  '/api/console/auction/programs': {},
  '/api/console/auction/programs/{id}/entries': { id: 'SELECT program_id AS id FROM auction_entries LIMIT 1' },
  '/api/console/auction/consignors': {},
  '/api/console/auction/works': {},
  '/api/v1/auction/works': {},
  '/api/v1/auction/results': {},
  '/api/console/auction/files': {},
  '/api/v1/me/works': {},
  '/api/console/auction/sales': {},
  '/api/console/shop/categories': {},
  '/api/console/shop/products': {},
  '/api/v1/shop/products': {},
  '/api/console/shop/orders': {},
  '/api/console/shop/payments': {},
  '/api/console/shop/payments/strays': { word: '차하은' },
  '/api/console/shop/coupons': {},
  '/api/console/shop/points': {},
  '/api/console/shop/reviews': {},
  '/api/console/shop/returns': {},
  '/api/console/shop/exchanges': {},
  '/api/console/withdrawals': { isExempt: 'searches the end of an id; a withdrawn member has no text' },
  '/api/console/approvals': {},
  '/api/console/messages': {},
  '/api/console/sendings': {},
  '/api/console/sendings/{id}/recipients': {
    id: 'SELECT sending_id AS id FROM sending_recipients WHERE user_id IS NOT NULL LIMIT 1',
  },
  '/api/console/message-templates': {},
  '/api/console/synonyms': {},
  '/api/v1/search': { query: { q: '상속' } },
  '/api/console/redirects': {},
  '/api/console/audit': {},
  '/api/console/audit/personal': {},
}

const routes = modules
  .flatMap(({ contract }) => Object.values(contract))
  .filter(({ query }) => 'q' in ((query as { shape?: object } | undefined)?.shape ?? {}))

it('covers every route with search words', () =>
  expect(Object.keys(cases).sort()).toEqual(routes.map(({ path }) => path).sort()))

describe('a record with decomposed letters', { tags: ['deep'] }, () => {
  let api: TestApi
  let owner: Actor
  let direct: pg.Client
  const calls: { path: string; ask: (q?: string) => Promise<unknown> }[] = []
  /** A word by which each route finds its first record. */
  const words = new Map<string, string>()

  const firstId = async (query: string) => (await direct.query<{ id: string }>(query)).rows[0]?.id ?? query
  const tokenOf = async (userId: string): Promise<string> => {
    const [sessionId, now] = [api.clock.newId(), api.clock.now()]
    const tokenHash = hashToken(newRefreshToken())
    await api.services.database
      .insert(sessions)
      .values({ id: sessionId, userId, tokenHash, createdAt: now, usedAt: now })
    return signAccessToken(api.services.secret, { userId, sessionId, scope: [] }, now.getTime())
  }

  beforeAll(async () => {
    api = await createTestApi()
    direct = new pg.Client(api.database.directUrl)
    await direct.connect()
    // Seeding requires an empty database.
    await api.services.database.execute(sql`DELETE FROM settings`)
    await loadDemonstration(api.services)
    owner = await api.actor(allScopes(api.kernel), { name: '한결같은' })
    const site = api.client(settings, owner)
    const { setting } = await site.get()
    const everySite = { firm: true, match: true, auction: true, shop: true }
    await site.update({ body: { modules: everySite, updatedAt: setting.updatedAt } })
    await buildQuestion(api.context, { userId: owner.userId, title: '두루마리 문의' })
    await buildSale(api.context, { userId: owner.userId, state: 'paid' })
    await buildSale(api.context, { userId: (await buildUser(api.context, { name: '온누리' })).id })
    await buildStray(api.context)
    await buildMail(api.context, { subject: '달무리 안내' })
    const sending = await buildSending(api.context)
    const member = await buildUser(api.context, { name: '가람빛' })
    await buildRecipient(api.context, sending.id, { userId: member.id })
    await direct.query(`INSERT INTO form_kept (id, entry, digest, reason, received_at)
      VALUES (gen_random_uuid(), '{"name": "마루빛"}', '\\x00', 'unexpected', now())`)
    await api.client(media, owner).upload({ form: form('file', ['누리빛.png', await picture('png')]) })
    await api.client(redirects, owner).create({ body: redirectInput({ fromPath: '/옛길잡이' }) })
    const file = await buildPdf(api.context)
    await api.client(files, owner).create({ body: { title: { ko: '겨울의 결 도록' }, file } })
    for (const [path, { id, as, query, isExempt }] of Object.entries(cases)) {
      if (isExempt) continue
      const url = id ? path.replace('{id}', await firstId(id)) : path
      const token = as ? await tokenOf(await firstId(as)) : owner.accessToken
      const ask = async (q?: string) => {
        const response = await api.request({
          url,
          query: { ...query, ...(q !== undefined && { q }) },
          headers: { authorization: `Bearer ${token}` },
        })
        expect([url, response.statusCode, response.body.slice(0, 200)]).toEqual([url, 200, expect.anything()])
        return response.json<unknown>()
      }
      calls.push({ path, ask })
    }
  }, 120_000)
  afterAll(async () => {
    await direct.end()
    await api.close()
  })

  const textsOf = (value: unknown): string[] =>
    typeof value === 'string'
      ? [value]
      : value && typeof value === 'object'
        ? Object.values(value).flatMap(textsOf)
        : []
  /** Ids of an answer's records, and the number of records beyond this page. */
  const foundIn = (answer: unknown): string =>
    JSON.stringify([
      textsOf(answer).filter((text) => /^[\da-f]{8}-[\da-f-]{27}$/.test(text)),
      (answer as { total?: number }).total,
    ])
  const listOf = (answer: unknown): unknown[] =>
    Object.values(answer as object).find((value) => Array.isArray(value)) ?? []

  it('is found by composed and by decomposed words, on every route', async () => {
    for (const { path, ask } of calls) {
      const [record] = listOf(await ask())
      const { word: known } = cases[path] ?? {}
      const candidates = known
        ? [known]
        : [...new Set(textsOf(record).flatMap((text) => text.match(/[가-힣]{2,}/g) ?? []))].toSorted(
            (one, other) => other.length - one.length,
          )
      for (const word of candidates.slice(0, 40))
        if (listOf(await ask(word)).length > 0) {
          words.set(path, word)
          break
        }
    }
    expect(calls.map(({ path }) => path).filter((path) => !words.has(path))).toEqual([])

    const migration = await readFile(
      join(import.meta.dirname, '../../database/migrations/0153_compose_texts.sql'),
      'utf8',
    )
    const before = new Map<string, string>()
    for (const { path, ask } of calls) before.set(path, foundIn(await ask(words.get(path))))
    // The records as a version without this rule stored them.
    await direct.query(decompose([...new Set(words.values())]))
    await direct.query(migration)

    const lost: unknown[] = []
    for (const { path, ask } of calls) {
      const word = words.get(path) ?? ''
      for (const spelling of [word, word.normalize('NFD')])
        if (foundIn(await ask(spelling)) !== before.get(path)) lost.push([path, word, spelling === word])
    }
    expect(lost).toEqual([])
  }, 180_000)

  it('is not found by wildcards: % and _ are letters', async () => {
    const found: unknown[] = []
    for (const { path, ask } of calls)
      for (const q of ['%_%', '_%_', '\\%']) if (listOf(await ask(q)).length > 0) found.push([path, q])
    expect(found).toEqual([])
  }, 60_000)
})

/** SQL that stores the texts with one of these words in decomposed letters, in all tables. */
const decompose = (words: readonly string[]): string => `DO $$
DECLARE place record;
BEGIN
  FOR place IN
    SELECT c.table_name, c.column_name, format('%I', c.udt_name) AS type
    FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER'
      AND c.udt_name IN ('text', 'jsonb', '_text') AND c.table_name NOT IN ('audit', 'form_kept')
  LOOP
    BEGIN
      EXECUTE format('UPDATE %1$I SET %2$I = normalize(%2$I::text, NFD)::%3$s WHERE %2$I::text ~ %4$L',
        place.table_name, place.column_name, place.type, ${pg.escapeLiteral(words.join('|'))});
    EXCEPTION WHEN integrity_constraint_violation OR SQLSTATE 'DW001' THEN
      NULL;
    END;
  END LOOP;
END $$`
