import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { audit as contract } from '#kit/audit/contract.ts'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { prepareBench } from '#test/suites/check-plain-resource.ts'

const bench = prepareBench([])
const client = () => bench.api.client(contract, bench.editor)
const database = () => bench.api.services.database
const writeLine = (summary: string, details = {}) =>
  bench.api.context.transaction((within) =>
    writeAudit(within, { action: 'update', entity: 'things', summary, ...details }),
  )

/** Tampers like the owner of the tables could: with triggers disabled. */
const tamperWith = (statement: string) =>
  database().transaction(async (transaction) => {
    await transaction.execute(sql`ALTER TABLE audit DISABLE TRIGGER USER`)
    await transaction.execute(sql.raw(statement))
    await transaction.execute(sql`ALTER TABLE audit ENABLE TRIGGER USER`)
  })

beforeEach(async () => {
  await tamperWith('DELETE FROM audit')
  for (const summary of ['하나', '둘', '셋', '넷'])
    await writeLine(summary, { entityId: `id-${summary}`, after: { summary } })
})

const readChain = async () => (await client().chain()).chain

describe('the audit log', () => {
  it.each([
    ["UPDATE audit SET summary = 'x'", 'append-only'],
    ['UPDATE audit SET hash = hash', 'append-only'],
    ['DELETE FROM audit WHERE id = 2', 'append-only'],
    ['TRUNCATE audit', 'append-only'],
  ])('refuses %s', async (statement, words) => {
    const error = await database()
      .execute(sql.raw(statement))
      .then(
        () => null,
        (refused) => refused as Error & { cause: Error },
      )
    expect(error?.cause.message).toContain(words)
    expect(await readChain()).toEqual({ lines: 4, brokenAt: null })
  })

  it('numbers its lines without gaps, also after a rollback', async () => {
    await expect(
      bench.api.context.transaction(async (within) => {
        await writeAudit(within, { action: 'update', entity: 'things', summary: '취소' })
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    await writeLine('다섯')
    const { lines } = await client().list({ query: { sort: 'at' } })
    expect(lines.map(({ _id, summary }) => [_id, summary])).toEqual([
      ['1', '하나'],
      ['2', '둘'],
      ['3', '셋'],
      ['4', '넷'],
      ['5', '다섯'],
    ])
  })

  it('remains one chain with 64 concurrent writers, some of which roll back', { tags: ['deep'] }, async () => {
    await Promise.all(
      Array.from({ length: 64 }, (_, index) =>
        bench.api.context
          .transaction(async (within) => {
            await within.database.execute(sql`SELECT pg_sleep(${Math.random() / 100})`)
            await writeAudit(within, { action: 'update', entity: 'things', summary: String(index) })
            if (index % 4 === 0) throw new Error('no')
          })
          .catch(() => undefined),
      ),
    )
    expect(await readChain()).toEqual({ lines: 4 + 48, brokenAt: null })
  })

  it('has the same hashes in every session time zone', async () => {
    for (const zone of ['Asia/Seoul', 'America/New_York', 'UTC']) {
      const [row] = await database().transaction(async (transaction) => {
        await transaction.execute(sql.raw(`SET LOCAL TIME ZONE '${zone}'`))
        return (await transaction.execute<{ at: string | null }>(sql`SELECT find_broken_audit_row() AS at`)).rows
      })
      expect([zone, row]).toEqual([zone, { at: null }])
    }
  })

  it.each([
    ['a changed text', "UPDATE audit SET summary = 'x' WHERE id = 2", '2'],
    ['a changed author', 'UPDATE audit SET actor_id = gen_random_uuid() WHERE id = 3', '3'],
    ['a changed moment', "UPDATE audit SET at = at + interval '1 ms' WHERE id = 1", '1'],
    ['a changed record', `UPDATE audit SET after = '{"summary": "x"}' WHERE id = 4`, '4'],
    [
      'texts moved from one field to the next',
      "UPDATE audit SET action = 'upd', entity = 'ate' || entity WHERE id = 2",
      '2',
    ],
    ['a field emptied', 'UPDATE audit SET entity_id = NULL WHERE id = 2', '2'],
    ['a line taken out', 'DELETE FROM audit WHERE id = 2', '3'],
    ['the first line taken out', 'DELETE FROM audit WHERE id = 1', '2'],
    [
      'two lines exchanged',
      'UPDATE audit SET id = -id WHERE id IN (2, 3); UPDATE audit SET id = 5 + id WHERE id < 0',
      '2',
    ],
    [
      'a line put in',
      'INSERT INTO audit SELECT 9, at, actor_id, actor, action, entity, entity_id, summary, before, after, address, request_id, hash FROM audit WHERE id = 4',
      '9',
    ],
  ])('is reported as broken after %s', async (_name, statement, brokenAt) => {
    await tamperWith(statement)
    expect((await readChain()).brokenAt).toBe(brokenAt)
  })
})

describe('the list of log lines', () => {
  it('shows actor, action, time and address, filtered by entity, record and text', async () => {
    const listSummaries = async (query: object) => (await client().list({ query })).lines.map(({ summary }) => summary)
    expect(await listSummaries({})).toEqual(['넷', '셋', '둘', '하나'])
    expect(await listSummaries({ sort: 'at', limit: 2, page: 2 })).toEqual(['셋', '넷'])
    expect(await listSummaries({ entity: 'things', entityId: 'id-둘' })).toEqual(['둘'])
    expect(await listSummaries({ entity: 'others' })).toEqual([])
    expect(await listSummaries({ q: '셋' })).toEqual(['셋'])
    expect(await listSummaries({ q: '%' })).toEqual([])
    const { lines, total } = await client().list({ query: { limit: 1 } })
    expect(total).toBe(4)
    expect(lines[0]).toMatchObject({
      action: 'update',
      entity: 'things',
      before: null,
      after: { summary: '넷' },
      actor: null,
    })
  })
})
