import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '#test/api.ts'
import { consents } from './contract.ts'
import { buildAskedTerms } from './factory.ts'

let api: TestApi
let version: string
beforeAll(async () => {
  api = await createTestApi()
  version = await buildAskedTerms(api.context)
})
afterAll(() => api.close())

const member = async () => api.client(consents, await api.actor([]))

describe('consents', () => {
  it('are asked for in the versions in force', async () => {
    const { terms, channels } = await api.client(consents).asked()
    expect(terms.map((one) => [one.code, one.version, one.required])).toEqual([
      ['service', version, true],
      ['privacy', version, true],
      ['marketing', version, false],
    ])
    expect(channels).toEqual(['EMAIL', 'SMS', 'PHONE'])
  })

  it('are given and taken back, each a line of the history; what stays as it was is none', async () => {
    const client = await member()
    const marketing = (given: boolean) => ({ terms: [{ code: 'marketing', version, given }] })
    await client.updateConsents({ body: { ...marketing(true), channels: { EMAIL: true, SMS: false } } })
    await client.updateConsents({ body: marketing(true) })
    const answer = await client.updateConsents({ body: marketing(false) })
    const stateOf = (subject: string) => answer.consents.find((one) => one.subject === subject)?.given
    expect([stateOf('terms:marketing'), stateOf('channel:EMAIL'), stateOf('channel:SMS')]).toEqual([false, true, false])
    const lines = answer.history.map(({ subject, given, how }) => `${subject} ${given} ${how}`)
    expect(lines[0]).toBe('terms:marketing false me')
    expect(lines.sort()).toEqual(['channel:EMAIL true me', 'terms:marketing false me', 'terms:marketing true me'])
    expect((await client.list()).history).toEqual(answer.history)
  })

  it('are refused for a version that was not shown, for a required one taken back, and to strangers', async () => {
    const client = await member()
    const refused = { status: 400, refusal: { fields: { terms: expect.any(String) } } }
    for (const one of [
      { code: 'marketing', version: '2020-01-01', given: true },
      { code: 'unheard', version, given: true },
      { code: 'service', version, given: false },
    ])
      await expect(client.updateConsents({ body: { terms: [one] } })).rejects.toMatchObject(refused)
    await expect(client.updateConsents({ body: { channels: { FAX: true } as never } })).rejects.toMatchObject({
      status: 400,
    })
    expect((await client.list()).history).toEqual([])
    await expect(api.client(consents).list()).rejects.toMatchObject({ status: 401 })
  })
})
