import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { publicScope } from '#kit/server/context.ts'
import { createBarrier } from '#test/server/concurrent-calls.ts'
import { expectRefusal } from '#test/server/refused-calls.ts'
import { prepareBench } from '#test/suites/check-plain-resource.ts'
import { terms as contract } from '../contract.ts'
import { buildTerms, termsInput } from '../factory.ts'
import { listVersionStates } from '../rules.ts'
import { terms } from '../table.ts'
import { formatVersion } from './find-terms.ts'

const bench = prepareBench(['console:terms'])
const client = () => bench.api.client(contract, bench.editor)
const readPublished = (version?: string) =>
  bench.api.client(contract).published({ params: { code: 'service' }, query: version ? { version } : {} })

const day = 24 * 3_600_000
const addDays = (days: number) => new Date(Date.now() + days * day).toISOString()

/** A version in force cannot be deleted, so the trigger is disabled for the cleanup. */
afterEach(async () => {
  const { database } = bench.api.services
  await database.transaction(async (within) => {
    await within.execute(sql`ALTER TABLE terms DISABLE TRIGGER terms_in_force`)
    await within.delete(terms)
    await within.execute(sql`ALTER TABLE terms ENABLE TRIGGER terms_in_force`)
  })
})

describe('a version of terms', () => {
  it('is created, changed and removed before it starts, and its HTML is sanitized', async () => {
    const { version } = await client().create({
      body: termsInput({ body: { ko: '<h2>제1조</h2><script>x()</script>' } }),
    })
    expect(version.body.ko).toBe('<h2>제1조</h2>')
    const changed = await client().update({
      params: { id: version._id },
      body: { title: { ko: '새 이용약관' }, updatedAt: version.updatedAt },
    })
    expect(changed.version.title.ko).toBe('새 이용약관')
    await client().remove({ params: { id: version._id } })
    await expect(client().get({ params: { id: version._id } })).rejects.toMatchObject({ status: 404 })
  })

  it('requires a code, a title, a body and a future day', async () => {
    const invalidInput = { code: 'Two words', title: { ko: '' }, body: {}, effectiveAt: 'tomorrow' }
    await expectRefusal(client().create({ body: invalidInput as never }), 400, 'code', 'title.ko', 'effectiveAt')
    await expect(client().create({ body: termsInput({ effectiveAt: addDays(-1) }) })).rejects.toMatchObject({
      status: 400,
      refusal: { fields: { effectiveAt: expect.stringContaining('지난') } },
    })
  })

  it('cannot be written without the scope', async () => {
    const staffWithoutScope = await bench.api.actor(['console', 'console:boards'])
    await expect(bench.api.client(contract, staffWithoutScope).create({ body: termsInput() })).rejects.toMatchObject({
      status: 403,
    })
  })

  it('that has started cannot be changed, postponed or removed', async () => {
    const { id, updatedAt } = await buildTerms(bench.api.context, { effectiveAt: addDays(-10) })
    for (const change of [{ body: { ko: '<p>다른 글</p>' } }, { effectiveAt: addDays(5) }])
      await expect(
        client().update({ params: { id }, body: { ...change, updatedAt: updatedAt.toISOString() } }),
      ).rejects.toMatchObject({ status: 409 })
    await expect(client().remove({ params: { id } })).rejects.toMatchObject({ status: 409 })
    const { database } = bench.api.services
    await expect(database.update(terms).set({ code: 'other' }).where(eq(terms.id, id))).rejects.toThrow()
    await expect(database.execute(sql`TRUNCATE terms`)).rejects.toThrow()
    expect((await readPublished()).terms.body).toBe('<p>제1조 목적</p>')
  })
})

describe('two versions', () => {
  it('are compared passage by passage, in a language that both have', async () => {
    const [from, to] = [addDays(-40), addDays(-4)]
    const buildArticle = (ko: string, en?: string) => ({
      ko: `<h2>제1조</h2><p>${ko}</p><p>그대로</p>`,
      ...(en && { en: `<h2>Article 1</h2><p>${en}</p><p>Same</p>` }),
    })
    await buildTerms(bench.api.context, { effectiveAt: from, body: buildArticle('5일 안에 보냅니다', 'Within 5 days') })
    await buildTerms(bench.api.context, { effectiveAt: to, body: buildArticle('3일 안에 보냅니다', 'Within 3 days') })
    const upcoming = addDays(4)
    await buildTerms(bench.api.context, { effectiveAt: upcoming, body: buildArticle('2일 안에 보냅니다') })
    const compareVersions = (locale: 'ko' | 'en', later: string) =>
      bench.api.client(contract, undefined, locale).changes({
        params: { code: 'service' },
        query: { from: formatVersion(new Date(from)), to: formatVersion(new Date(later)) },
      })
    const buildPieces = (before: string, after: string, rest: string) => [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
      { kind: 'same', text: rest },
    ]
    expect(await compareVersions('ko', to)).toEqual({
      lang: 'ko',
      changes: [{ under: '제1조', pieces: buildPieces('5일 ', '3일 ', '안에 보냅니다') }],
    })
    expect((await compareVersions('en', to)).changes[0]?.under).toBe('Article 1')
    expect(await compareVersions('en', upcoming)).toMatchObject({ lang: 'ko', changes: [{ under: '제1조' }] })
    expect((await compareVersions('ko', from)).changes).toEqual([])
    await expect(compareVersions('ko', addDays(90))).rejects.toMatchObject({ status: 404 })
  })
})

describe('64 concurrent writes', () => {
  const callers = Array.from({ length: 64 }, (_, index) => index)
  const countOutcomes = async (work: (caller: number) => Promise<unknown>) =>
    (await Promise.allSettled(callers.map(work))).filter(({ status }) => status === 'fulfilled').length

  it('create one version per day; a naive read-then-write creates several', { tags: ['deep'] }, async () => {
    const { database } = bench.api.services
    const at = addDays(40)
    expect(await countOutcomes(() => client().create({ body: termsInput({ effectiveAt: at }) }))).toBe(1)
    expect(await database.$count(terms)).toBe(1)

    await database.execute(sql`CREATE TABLE naive_terms (code text, effective_at timestamptz)`)
    const haveLooked = createBarrier()
    const createNaively = async () => {
      const { rows } = await database.execute(sql`SELECT 1 FROM naive_terms WHERE effective_at = ${at}::timestamptz`)
      await haveLooked()
      if (rows.length > 0) throw new Error('taken')
      await database.execute(sql`INSERT INTO naive_terms VALUES ('service', ${at}::timestamptz)`)
    }
    expect(await countOutcomes(createNaively)).toBeGreaterThan(1)
    await database.execute(sql`DROP TABLE naive_terms`)
  })

  it('cannot change a version that starts meanwhile; a naive read-then-write can', { tags: ['deep'] }, async () => {
    const { database } = bench.api.services
    const { id } = await buildTerms(bench.api.context, { effectiveAt: addDays(1) })
    await database.execute(sql`CREATE TABLE naive_terms (LIKE terms)`)
    await database.execute(sql`INSERT INTO naive_terms SELECT * FROM terms`)
    // All callers read while the version is still in the future, and write once it has started.
    const writeLate = async (table: 'terms' | 'naive_terms') => {
      const name = sql.identifier(table)
      const [haveRead, hasStarted] = [createBarrier(), createBarrier()]
      return countOutcomes(async (caller) => {
        const { rows } = await database.execute<{ coming: boolean }>(
          sql`SELECT effective_at > clock_timestamp() AS coming FROM ${name} WHERE id = ${id}`,
        )
        await haveRead()
        if (caller === 0)
          await database.execute(sql`UPDATE ${name} SET effective_at = clock_timestamp() WHERE id = ${id}`)
        await hasStarted()
        if (!rows[0]?.coming) throw new Error('in force')
        await database.execute(sql`UPDATE ${name} SET code = ${`late-${caller}`} WHERE id = ${id}`)
      })
    }
    expect([await writeLate('terms'), await writeLate('naive_terms')]).toEqual([0, 64])
    await database.execute(sql`DROP TABLE naive_terms`)
  })
})

describe('public terms', () => {
  it('show the version in force and link the others', async () => {
    for (const [days, ko] of [
      [-400, '<p>첫 판</p>'],
      [-20, '<p>지금 판</p>'],
      [30, '<p>다음 판</p>'],
    ] as const)
      await buildTerms(bench.api.context, { effectiveAt: addDays(days), body: { ko } })
    const scope = publicScope('ko')
    const { terms: currentTerms } = await bench.api.kernel
      .client(contract, scope)
      .published({ params: { code: 'service' }, query: {} })
    expect(currentTerms).toMatchObject({
      body: '<p>지금 판</p>',
      state: 'current',
      version: formatVersion(new Date(addDays(-20))),
    })
    expect(currentTerms.versions.map(({ state }) => state)).toEqual(['coming', 'current', 'past'])
    expect([...scope.tags]).toEqual(['terms:service'])
    expect(Math.abs(scope.until - new Date(addDays(30)).getTime())).toBeLessThan(5000)
    for (const [index, body] of ['<p>다음 판</p>', '<p>지금 판</p>', '<p>첫 판</p>'].entries())
      expect((await readPublished(currentTerms.versions[index]?.version)).terms.body).toBe(body)
    await expect(readPublished('2001-01-01')).rejects.toMatchObject({ status: 404 })
    await expect(readPublished('yesterday')).rejects.toMatchObject({ status: 400 })
  })

  it('are shown in one language, and are absent before the first version starts', async () => {
    await buildTerms(bench.api.context, {
      effectiveAt: addDays(-1),
      title: { ko: '이용약관', en: 'Terms' },
      body: { ko: 'ㄱ' },
    })
    const inEnglish = await bench.api.client(contract, null, 'en').published({ params: { code: 'service' }, query: {} })
    expect(inEnglish.terms).toMatchObject({ title: '이용약관', lang: 'ko' })
    await buildTerms(bench.api.context, { code: 'coming', effectiveAt: addDays(3) })
    for (const code of ['nothing', 'coming'])
      await expect(bench.api.client(contract).published({ params: { code }, query: {} })).rejects.toMatchObject({
        status: 404,
      })
  })
})

describe('the rules', () => {
  it('name a version by its day in Seoul', () => {
    expect(formatVersion(new Date('2026-02-28T15:00:00Z'))).toBe('2026-03-01')
    expect(formatVersion(new Date('2026-02-28T14:59:59Z'))).toBe('2026-02-28')
  })

  it('count the start itself as in force', () => {
    const now = new Date('2026-03-01T00:00:00Z')
    const startingAt = (text: string) => ({ effectiveAt: new Date(text) })
    expect(
      listVersionStates([startingAt('2026-03-01T00:00:00Z'), startingAt('2026-03-01T00:00:00.001Z')], now),
    ).toEqual(['current', 'coming'])
    expect(listVersionStates([startingAt('2027-01-01T00:00:00Z')], now)).toEqual(['coming'])
  })
})
