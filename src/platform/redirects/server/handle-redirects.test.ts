import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { boards } from '#content/boards/contract.ts'
import { buildPost, postText } from '#content/boards/factory.ts'
import { posts } from '#content/boards/table.ts'
import { buildLawyer } from '#firm/lawyers/factory.ts'
import { lawyers } from '#firm/lawyers/table.ts'
import { buildOffice } from '#firm/offices/factory.ts'
import { offices } from '#firm/offices/table.ts'
import { buildPractice } from '#firm/practices/factory.ts'
import { practices } from '#firm/practices/table.ts'
import { publicScope } from '#kit/server/context.ts'
import { createBarrier } from '#test/server/concurrent-calls.ts'
import { expectRefusal } from '#test/server/refused-calls.ts'
import { checkPlainResource, prepareBench } from '#test/suites/check-plain-resource.ts'
import { redirects as contract } from '../contract.ts'
import { redirectInput } from '../factory.ts'
import { redirects } from '../table.ts'
import { findRedirect } from './find-redirect.ts'

const bench = prepareBench(['console:redirects', 'console:boards'])

checkPlainResource(bench, {
  contract,
  table: 'redirects',
  input: redirectInput,
  change: { toPath: '/project' },
  searchTerms: { found: '/story', absent: '없는 말' },
  tags: ['redirects'],
})

const database = () => bench.api.services.database
afterEach(async () => {
  for (const table of [redirects, posts, lawyers, offices, practices]) await database().delete(table)
})

const client = () => bench.api.client(contract, bench.editor)
const createRedirect = async (fromPath: string, toPath: string | null, status: '301' | '308' | '410' = '301') =>
  (await client().create({ body: { fromPath, toPath, status } })).redirect
/** All stored redirects: from → to. */
const listRedirects = async () => {
  const rows = await database().select().from(redirects)
  return Object.fromEntries(rows.map(({ fromPath, toPath }) => [fromPath, toPath]))
}

describe('a redirect', () => {
  it('is stored decoded, without language and trailing slash', async () => {
    expect(await createRedirect('/en/%EC%98%9B%EA%B8%80/', '/cn/story?page=2#list')).toMatchObject({
      fromPath: '/옛글',
      toPath: '/story?page=2#list',
      automatic: false,
    })
    expect(await createRedirect('/away', 'https://elsewhere.example/en/x')).toMatchObject({
      toPath: 'https://elsewhere.example/en/x',
    })
  })

  it('is returned for an address without a page', async () => {
    await createRedirect('/old', '/story', '308')
    await createRedirect('/gone', '/story', '410')
    const scope = publicScope('ko')
    const context = Object.assign(Object.create(bench.api.context) as typeof bench.api.context, { scope })
    expect(await findRedirect(context, '/old')).toEqual({ to: '/story', status: 308 })
    expect(await findRedirect(context, '/gone')).toEqual({ to: null, status: 410 })
    expect(await findRedirect(context, '/never')).toBeNull()
    // The path is already decoded: `/x%2500` is not a path with a NUL.
    expect(await findRedirect(context, '/x%00')).toBeNull()
    expect(await findRedirect(context, '/old%2Fx')).toBeNull()
    expect([...scope.tags]).toEqual(['redirects'])
  })

  it.each([
    [{ fromPath: 'old' }, 'fromPath'],
    [{ fromPath: '/' }, 'fromPath'],
    [{ fromPath: '/en' }, 'fromPath'],
    [{ fromPath: '//elsewhere.example' }, 'fromPath'],
    [{ fromPath: '/old?page=2' }, 'fromPath'],
    [{ fromPath: '/a\0b' }, 'fromPath'],
    [{ fromPath: '/a%07b' }, 'fromPath'],
    [{ fromPath: '/a%00b' }, 'fromPath'],
    [{ toPath: '/a\0b' }, 'toPath'],
    [{ toPath: '/a%0d%0ab' }, 'toPath'],
    [{ toPath: 'https://elsewhere.example/a\0b' }, 'toPath'],
    [{ toPath: 'https://[' }, 'toPath'],
    [{ toPath: 'javascript:alert(1)' }, 'toPath'],
    [{ toPath: '//elsewhere.example' }, 'toPath'],
    [{ toPath: 'tel:02-000-0000' }, 'toPath'],
    [{ toPath: null }, 'toPath'],
    [{ fromPath: '/same', toPath: '/en/same/' }, 'toPath'],
    [{ status: '302' }, 'status'],
  ])('rejects %j with the name of the field', async (input, field) => {
    await expectRefusal(client().create({ body: redirectInput(input as object) }), 400, field)
  })

  it('is unique per address and requires its scope', async () => {
    await createRedirect('/old', '/story')
    await expectRefusal(createRedirect('/old/', '/project'), 409, 'fromPath')
    const other = await bench.api.actor(['console', 'console:boards'])
    await expect(bench.api.client(contract, other).list()).rejects.toMatchObject({ status: 403 })
  })
})

describe('a chain of redirects', () => {
  it('is resolved to its end from both sides', async () => {
    await createRedirect('/b', '/c')
    expect((await createRedirect('/a', '/b')).toPath).toBe('/c')
    await createRedirect('/c', '/d')
    expect(await listRedirects()).toEqual({ '/a': '/d', '/b': '/d', '/c': '/d' })
    await createRedirect('/d', null, '410')
    expect(await listRedirects()).toEqual({ '/a': null, '/b': null, '/c': null, '/d': null })
    expect((await client().list()).redirects.map(({ status }) => status)).toEqual(['410', '410', '410', '410'])
  })

  it('never forms a loop', async () => {
    await createRedirect('/a', '/b')
    await createRedirect('/b', '/c')
    for (const to of ['/a', '/b'])
      await expect(createRedirect('/c', to)).rejects.toMatchObject({
        status: 400,
        refusal: { fields: { toPath: '새 주소가 다시 기존 주소로 이동합니다. 다른 주소를 입력해 주세요.' } },
      })
    const [first] = (await client().list({ query: { sort: 'fromPath' } })).redirects
    await expect(
      client().update({ params: { id: first?._id ?? '' }, body: { toPath: '/a', updatedAt: first?.updatedAt } }),
    ).rejects.toMatchObject({ status: 400 })
  })
})

describe('a changed address', () => {
  it('redirects to the new one of practices, lawyers and offices; a reverted change removes the redirect', async () => {
    const { context } = bench.api
    await buildPractice(context, { key: 'one', path: '/business/one' })
    await buildLawyer(context, { key: 'kim' })
    await buildOffice(context, { key: 'seoul' })
    await database().update(practices).set({ path: '/business/two' })
    await database().update(lawyers).set({ key: 'kim-two' })
    await database().update(lawyers).set({ key: 'kim-three' })
    await database().update(offices).set({ key: 'busan' })
    expect(await listRedirects()).toEqual({
      '/business/one': '/business/two',
      '/introduction/lawyer/kim': '/introduction/lawyer/kim-three',
      '/introduction/lawyer/kim-two': '/introduction/lawyer/kim-three',
      '/contact/seoul': '/contact/busan',
    })
    await database().update(offices).set({ key: 'seoul' })
    expect(await listRedirects()).toMatchObject({ '/contact/busan': '/contact/seoul' })
    expect(await listRedirects()).not.toHaveProperty(['/contact/seoul'])
  })

  it('is stored in the transaction of the change, for published posts', async () => {
    const { api, editor } = bench
    const shown = await buildPost(api.context, { slug: 'first' })
    const draft = await buildPost(api.context, { slug: 'draft', texts: { ko: postText({ state: 'draft' }) } })
    for (const row of [shown, draft]) {
      const { board } = await api.client(boards, editor).get({ params: { id: row.id } })
      await api
        .client(boards, editor)
        .update({ params: { id: row.id }, body: { slug: `${row.slug}-new`, updatedAt: board.updatedAt } })
    }
    expect(await listRedirects()).toEqual({ '/story/first': '/story/first-new' })
    await expect(
      api.context.transaction(async (within) => {
        await within.database.update(posts).set({ slug: 'undone' }).where(eq(posts.id, shown.id))
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    expect(await listRedirects()).toEqual({ '/story/first': '/story/first-new' })
    expect((await client().list({ query: { automatic: 'true' as never } })).total).toBe(1)
  })
})

describe('64 concurrent writers', () => {
  const length = 64
  /** Each redirect leads to the next source; a check that sees only committed rows would leave redirect chains. */
  const links = Array.from({ length }, (_, index) => [`/step/${index}`, `/step/${index + 1}`] as const)
  const isFlat = (table: Record<string, string | null>) =>
    Object.values(table).every((to) => to === null || !(to in table))

  it('leave no chain and no loop', async () => {
    // On a busy machine some calls exceed the connection timeout and are refused as busy; retry them.
    const createWithRetry = ([from, to]: readonly [string, string]): Promise<unknown> =>
      createRedirect(from, to).catch((error) =>
        error.status === 503 ? createWithRetry([from, to]) : Promise.reject(error),
      )
    await Promise.all(links.map(createWithRetry))
    const table = await listRedirects()
    expect(Object.keys(table)).toHaveLength(length)
    expect(new Set(Object.values(table))).toEqual(new Set([`/step/${length}`]))
    const facing = await Promise.allSettled([createRedirect('/x', '/y'), createRedirect('/y', '/x')])
    expect(facing.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('leave chains with a naive read-then-write (control)', { tags: ['deep'] }, async () => {
    await database().execute(sql`CREATE TABLE naive (from_path text PRIMARY KEY, to_path text NOT NULL)`)
    const waitForAll = createBarrier(links.length)
    const createNaively = async ([from, to]: readonly [string, string]) => {
      const [onward] = (
        await database().execute<{ to_path: string }>(sql`SELECT to_path FROM naive WHERE from_path = ${to}`)
      ).rows
      const target = onward?.to_path ?? to
      await waitForAll()
      await database().execute(sql`INSERT INTO naive VALUES (${from}, ${target})`)
      await database().execute(sql`UPDATE naive SET to_path = ${target} WHERE to_path = ${from}`)
    }
    await Promise.all(links.map(createNaively))
    const { rows } = await database().execute<{ from_path: string; to_path: string }>(sql`SELECT * FROM naive`)
    expect(isFlat(Object.fromEntries(rows.map((row) => [row.from_path, row.to_path])))).toBe(false)
    await database().execute(sql`DROP TABLE naive`)
  })
})
