import { beforeAll, describe, expect, it } from 'vitest'
import { popups } from '#content/popups/contract.ts'
import { popupInput } from '#content/popups/factory.ts'
import { auth } from '#people/auth/contract.ts'
import { buildUser } from '#people/users/factory.ts'
import { form, picture } from '#test/files/sample-files.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { type Actor, sentBy } from '#test/server/test-api.ts'
import type { Refusal } from '../../contract.ts'
import { media } from '../../files/contract.ts'
import { parseInput } from '../parse-input.ts'

const api = prepareTestApi()
let editor: Actor
beforeAll(async () => {
  editor = await api.actor(['console', 'console:popups', 'console:media', 'console:upload'])
})

const nfd = (text: string) => text.normalize('NFD')

describe('a text in decomposed letters', () => {
  it('of a body is stored composed and found by both spellings', async () => {
    const client = api.client(popups, editor)
    const { popup } = await client.create({ body: popupInput({ title: { ko: nfd('여름휴가 안내') } }) })
    expect(popup.title.ko).toBe('여름휴가 안내')
    for (const q of ['휴가', nfd('휴가'), '휴\u200b가', '\ufeff휴가'])
      expect((await client.list({ query: { q } })).popups.map(({ _id }) => _id)).toEqual([popup._id])
  })

  it('of a path is composed before its schema checks it', () => {
    const schema = { params: popups.get.params }
    expect(() => parseInput(schema.params, 'params', { id: nfd('가') })).toThrow()
    const { query } = popups.list
    expect(parseInput(query, 'query', { q: nfd('가'.repeat(100)) })).toMatchObject({ q: '가'.repeat(100) })
  })

  it('of a file name is stored composed, without characters that reverse it', async () => {
    const name = `${nfd('대표 사진')}\u202egpj.png`
    const { medium } = await api.client(media, editor).upload({ form: form('file', [name, await picture('png')]) })
    expect(medium.name).toBe('대표 사진gpj.png')
  })

  it('of a password matches the composed one, at log-in and at a change', async () => {
    const password = '초롱꽃 핀 담장 아래 42'
    const next = '은행잎 쌓인 골목 끝 17'
    const { username } = await buildUser(api.context, { password })
    const logIn = (typed: string) => {
      const authorization = `Basic ${Buffer.from(`${username}:${typed}`).toString('base64')}`
      return api.request({ url: '/api/auth/refreshToken', headers: { authorization } })
    }
    const first = await logIn(nfd(password))
    const { refreshToken } = first.json<{ refreshToken: string }>()
    const { accessToken } = (
      await api.request({ url: '/api/auth/accessToken', headers: { authorization: `Bearer ${refreshToken}` } })
    ).json<{ accessToken: string }>()
    const changed = await api.request(
      sentBy({ accessToken } as Actor, {
        method: auth.password.method,
        url: auth.password.path,
        body: { current: `${password}\u200b`, next: nfd(next) },
      }),
    )
    expect(changed.statusCode).toBeLessThan(300)
    for (const typed of [next, nfd(next), `\ufeff${next}`]) expect((await logIn(typed)).statusCode).toBe(200)
    expect((await logIn(password)).statusCode).toBe(401)
  })
})

describe('a text without a visible character', () => {
  it.each([
    '\u3164',
    '\u115f\u1160',
    '\uffa0',
    '\u200b\u200f',
    '\u2060\ufeff',
    '\u0301',
    '\u2800',
    '\u202e',
    ' \u3000\n',
  ])('is missing where a text is required: %j', async (text) => {
    const answer = await api.request(
      sentBy(editor, { method: 'POST', url: '/api/console/popups', body: popupInput({ title: { ko: text } }) }),
    )
    expect([answer.statusCode, answer.json<Refusal>().fields]).toEqual([400, { 'title.ko': '필수 항목입니다.' }])
  })

  it('finds what no search words find', async () => {
    const client = api.client(popups, editor)
    const { total } = await client.list({ query: {} })
    expect((await client.list({ query: { q: '\u3164' } })).total).toBe(total)
  })
})

it('keeps NUL and unpaired surrogates, and names their field', async () => {
  for (const text of ['가\0', '\ud800'])
    expect(() => parseInput(popups.list.query, 'query', { q: text })).toThrow(
      expect.objectContaining({ issues: [expect.objectContaining({ path: ['q'], message: 'characters' })] }),
    )
})

it('keeps tokens and encoded bytes', () => {
  const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.-_x9A+/='
  expect(parseInput(popups.list.query, 'query', { q: token })).toMatchObject({ q: token })
})
