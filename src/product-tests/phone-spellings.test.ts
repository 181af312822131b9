import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { ConsignorInput } from '#auction/consignors/contract.ts'
import { requestExport } from '#firm/forms/export/contract.ts'
import { buildRequest } from '#firm/forms/factory.ts'
import { submission } from '#firm/forms/submission/contract.ts'
import { createAnswersSchema } from '#firm/forms/submission/contract-fields.ts'
import { OfficeInput } from '#firm/offices/contract.ts'
import { fieldMessage } from '#kit/issue-messages.ts'
import { locales } from '#kit/locale.ts'
import { parsePhone } from '#kit/phone/parse-phone.ts'
import { acceptedSpellings, refusedSpellings } from '#kit/phone/spellings.ts'
import type { Sms } from '#kit/ports/sms.ts'
import { JoinInput } from '#match/participants/contract.ts'
import { normalizeContact } from '#people/certify/server/normalize-contact.ts'
import { sendingRoutes } from '#people/messages/sendings/contract.ts'
import { outbox } from '#people/messages/table.ts'
import { recovery } from '#people/recovery/contract.ts'
import { MemberInput, members } from '#people/users/contract-members.ts'
import { SettingInput } from '#platform/settings/contract.ts'
import { orders } from '#shop/orders/contract.ts'
import { OrderInput } from '#shop/orders/contract-records.ts'
import { buildOrder, homeAddress } from '#shop/orders/factory.ts'
import { formatOrderNumber } from '#shop/orders/rules.ts'
import { expectRefusal } from '#test/server/refused-calls.ts'
import { type Actor, createTestApi, type TestApi } from '#test/server/test-api.ts'

const answer = { name: 'phone', kind: 'phone', required: true, max: 200, options: [] } as const
const form = createAnswersSchema([answer])

/** Every field that takes a phone number: its schema, and the input with the number. */
const fields: Record<string, [schema: z.ZodType, input: (phone: string) => unknown]> = {
  'the consultation form': [form, (phone) => ({ phone })],
  'an account of the console and of an import': [MemberInput.shape.phone, (phone) => phone],
  'the buyer of an order': [OrderInput.shape.buyer, (phone) => ({ name: '차하은', phone, email: 'cha@mail.example' })],
  'the recipient of a parcel': [OrderInput.shape.to, (phone) => ({ ...homeAddress, phone })],
  'an office': [OfficeInput.shape.phone, (phone) => phone],
  'the fax of an office': [OfficeInput.shape.fax, (phone) => phone],
  'the settings': [SettingInput.shape.phone, (phone) => phone],
  'a consignor': [ConsignorInput.shape.phone, (phone) => phone],
  'a company of Match': [JoinInput, (contactPhone) => ({ role: 'seller', contactPhone })],
}

describe.each(Object.entries(fields))('%s', (_name, [schema, input]) => {
  it('stores every spelling in one form', () => {
    for (const [typed, stored] of acceptedSpellings) {
      const { data } = schema.safeParse(input(typed))
      expect([typed, JSON.stringify(data)]).toEqual([typed, expect.stringContaining(`"${stored}"`)])
    }
  })

  it('refuses what is no number and says why', () => {
    for (const [typed, fault] of refusedSpellings)
      expect([typed, schema.safeParse(input(typed)).error?.issues.map(({ message }) => message)]).toEqual([
        typed,
        [fault],
      ])
  })
})

it('has a message for each reason in every language', () => {
  for (const fault of new Set(refusedSpellings.map(([, code]) => code)))
    expect(new Set(locales.map((locale) => fieldMessage(fault, locale))).size).toBe(3)
})

describe('a phone number', () => {
  let api: TestApi
  let staff: Actor
  beforeAll(async () => {
    api = await createTestApi()
    staff = await api.actor(['console', 'console:users', 'console:forms', 'console:messages'], { rank: 90 })
    api.services.sms = { send: async (_sms: Sms) => 'taken' }
  })
  afterAll(() => api.close())

  it('proves a contact in every spelling', () => {
    for (const [typed, stored] of acceptedSpellings) expect(normalizeContact('SMS', typed)).toBe(stored)
    for (const [typed] of refusedSpellings) expect(normalizeContact('SMS', typed)).toBeNull()
  })

  it('finds an account, one for all spellings', async () => {
    const { userId } = await api.actor([], { phone: '+821099991234' })
    for (const contact of ['+82 010-9999-1234', '010 9999 1234', '0082-10-9999-1234']) {
      await api.context.database.execute(sql`DELETE FROM contact_limits`)
      await api.client(recovery, null).ask({ body: { what: 'username', channel: 'SMS', contact } })
    }
    const sent = await api.context.database.select().from(outbox).where(eq(outbox.recipient, '+821099991234'))
    expect(sent.length).toBe(3)
    for (const q of ['010-9999-1234', '010.9999.1234', '+82 010-9999-1234', '９９９９-1234', '99991234'])
      expect([q, (await api.client(members, staff).list({ query: { q } })).users.map(({ _id }) => _id)]).toEqual([
        q,
        [userId],
      ])
  })

  it('finds an order of a guest and a request in every spelling', async () => {
    const order = await buildOrder(api.context)
    const request = await buildRequest(api.context, { phone: '0507-1234-5678' })
    const [orderClient, requestClient] = [api.client(orders, null), api.client(submission, null)]
    const number = formatOrderNumber(order)
    for (const contact of ['010 0000 2741', '+82 10-0000-2741', '０１０.0000.2741'])
      expect((await orderClient.find({ body: { number, contact } })).order._id).toBe(order.id)
    for (const contact of ['050712345678', '+82 507-1234-5678', 'tel: 0507 1234 5678'])
      expect((await requestClient.status({ body: { number: request.number, contact } })).request.number).toBe(
        request.number,
      )
    expect(request.phone).toBe('+8250712345678')
  })

  it('is shown, searched and exported as people write it', async () => {
    const row = await buildRequest(api.context, { phone: '0507-7319-4826' })
    const client = api.client(requestExport, staff)
    for (const q of ['0507-7319-4826', '0507 7319', '+82 507-7319-4826', '73194826']) {
      const { forms } = await client.export({ query: { q, limit: 100, reason: '사무소 회의 자료' } })
      expect([q, forms.map(({ number, phone }) => [number, phone])]).toEqual([q, [[row.number, '0507-7319-4826']]])
    }
  })

  it('is refused for a message with the reason', async () => {
    const send = (to: string) =>
      api.client(sendingRoutes, staff).message({ body: { to, message: '안녕하세요', purpose: 'notice' } })
    for (const [typed] of refusedSpellings.slice(0, 3)) await expectRefusal(send(typed), 400, 'to')
    expect(parsePhone('010-1234-567').fault).toBe('phone_short')
  })
})
