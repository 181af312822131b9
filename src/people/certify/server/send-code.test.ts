import { describe, expect, it } from 'vitest'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { certify } from '../contract.ts'
import { buildCode, createContact, readSentCode } from '../factory.ts'
import { codeLifetime, maxAttempts } from '../rules.ts'

const api = prepareTestApi()

const client = () => api.client(certify)
const createOtherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const createRefusal = (field: string) => ({ status: 400, refusal: { fields: { [field]: expect.any(String) } } })

describe('a code', () => {
  it('is sent to the normalized address and proves it once', async () => {
    const contact = createContact()
    const { certification } = await client().send({ body: { channel: 'EMAIL', contact: ` ${contact.toUpperCase()} ` } })
    expect(certification).toMatchObject({ channel: 'EMAIL', contact })
    const call = {
      params: { id: certification._id },
      body: { channel: 'EMAIL' as const, contact, code: await readSentCode(api.context, contact) },
    }
    const { proof } = await client().confirm(call)
    expect(proof).toMatchObject({ contact, registered: false, token: expect.any(String) })
    await expect(client().confirm(call)).rejects.toMatchObject(createRefusal('code'))
  })

  it('is refused for an invalid contact, for an unavailable channel, and too soon after another', async () => {
    expect(await client().offered()).toEqual({ channels: ['EMAIL'] })
    const send = (channel: 'EMAIL' | 'SMS', contact: string) => client().send({ body: { channel, contact } })
    for (const contact of ['nobody', 'a@b', 'a\r\nBcc: b@example.com'])
      await expect(send('EMAIL', contact)).rejects.toMatchObject(createRefusal('contact'))
    await expect(send('SMS', '12')).rejects.toMatchObject(createRefusal('contact'))
    await expect(send('SMS', '010-0000-0000')).rejects.toMatchObject(createRefusal('channel'))
    const contact = createContact()
    await send('EMAIL', contact)
    await expect(send('EMAIL', contact)).rejects.toMatchObject({ status: 429 })
  })

  it('is refused when it is wrong, for another address, after five attempts, or after five minutes', async () => {
    const { id, given } = await buildCode(api.context)
    const confirmCode = (params: { id: string }, body: typeof given) => client().confirm({ params, body })
    await expect(confirmCode({ id }, { ...given, contact: createContact() })).rejects.toMatchObject(
      createRefusal('code'),
    )
    const wrongInput = { ...given, code: createOtherCode(given.code) }
    for (let tries = 0; tries < maxAttempts; tries += 1)
      await expect(confirmCode({ id }, wrongInput)).rejects.toMatchObject(createRefusal('code'))
    await expect(confirmCode({ id }, given)).rejects.toMatchObject(createRefusal('code'))

    const late = await buildCode(api.context)
    api.clock.forward(codeLifetime + 1)
    await expect(confirmCode({ id: late.id }, late.given)).rejects.toMatchObject(createRefusal('code'))
    await expect(confirmCode({ id }, { ...given, code: '12345' })).rejects.toMatchObject(createRefusal('code'))
  })
})
