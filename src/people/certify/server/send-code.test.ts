import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '#test/server/test-api.ts'
import { certify } from '../contract.ts'
import { buildCode, newContact, sentCode } from '../factory.ts'
import { codeLifetime, maxAttempts } from '../rules.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.close())

const client = () => api.client(certify)
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const refusedFor = (field: string) => ({ status: 400, refusal: { fields: { [field]: expect.any(String) } } })

describe('a code', () => {
  it('is sent to the normalized address and proves it once', async () => {
    const contact = newContact()
    const { certification } = await client().send({ body: { channel: 'EMAIL', contact: ` ${contact.toUpperCase()} ` } })
    expect(certification).toMatchObject({ channel: 'EMAIL', contact })
    const call = {
      params: { id: certification._id },
      body: { channel: 'EMAIL' as const, contact, code: await sentCode(api.context, contact) },
    }
    const { proof } = await client().confirm(call)
    expect(proof).toMatchObject({ contact, registered: false, token: expect.any(String) })
    await expect(client().confirm(call)).rejects.toMatchObject(refusedFor('code'))
  })

  it('is refused for an invalid contact, for an unavailable channel, and too soon after another', async () => {
    expect(await client().offered()).toEqual({ channels: ['EMAIL'] })
    const send = (channel: 'EMAIL' | 'SMS', contact: string) => client().send({ body: { channel, contact } })
    for (const contact of ['nobody', 'a@b', 'a\r\nBcc: b@example.com'])
      await expect(send('EMAIL', contact)).rejects.toMatchObject(refusedFor('contact'))
    await expect(send('SMS', '12')).rejects.toMatchObject(refusedFor('contact'))
    await expect(send('SMS', '010-0000-0000')).rejects.toMatchObject(refusedFor('channel'))
    const contact = newContact()
    await send('EMAIL', contact)
    await expect(send('EMAIL', contact)).rejects.toMatchObject({ status: 429 })
  })

  it('is refused when it is wrong, for another address, after five attempts, or after five minutes', async () => {
    const { id, given } = await buildCode(api.context)
    const confirm = (params: { id: string }, body: typeof given) => client().confirm({ params, body })
    await expect(confirm({ id }, { ...given, contact: newContact() })).rejects.toMatchObject(refusedFor('code'))
    const wrong = { ...given, code: otherThan(given.code) }
    for (let tries = 0; tries < maxAttempts; tries += 1)
      await expect(confirm({ id }, wrong)).rejects.toMatchObject(refusedFor('code'))
    await expect(confirm({ id }, given)).rejects.toMatchObject(refusedFor('code'))

    const late = await buildCode(api.context)
    api.clock.forward(codeLifetime + 1)
    await expect(confirm({ id: late.id }, late.given)).rejects.toMatchObject(refusedFor('code'))
    await expect(confirm({ id }, { ...given, code: '12345' })).rejects.toMatchObject(refusedFor('code'))
  })
})
