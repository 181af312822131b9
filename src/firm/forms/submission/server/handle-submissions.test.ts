import { beforeAll, describe, expect, it } from 'vitest'
import type { CallRefused } from '#kit/client.ts'
import type { Refusal } from '#kit/contract.ts'
import { m } from '#messages/messages.js'
import { outbox } from '#people/messages/table.ts'
import { buildTerms } from '#people/terms/factory.ts'
import { buildSetting } from '#platform/settings/factory.ts'
import { form, pdf, photograph } from '#test/files/sample-files.ts'
import { buildSender } from '#test/providers/build-sender.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { type Actor, sentBy } from '#test/server/test-api.ts'
import { buildPractice } from '../../../practices/factory.ts'
import { forms } from '../../contract.ts'
import { buildFormKind, buildRequest, requestInput } from '../../factory.ts'
import { deleteExpiredRequests } from '../../retention/server/delete-expired-requests.ts'
import { formFiles, formRequests } from '../../table.ts'
import { submission } from '../contract.ts'

const contract = { ...forms, ...submission }
const api = prepareTestApi()
let staff: Actor
beforeAll(async () => {
  await buildFormKind(api.context)
  await buildSender(api)
  staff = await api.actor(['console', 'console:forms'])
})

/** Advances the clock and logs in again, because access tokens expire. */
const passTime = async (milliseconds: number) => {
  api.clock.forward(milliseconds)
  staff = await api.actor(['console', 'console:forms'])
}

let key = 0
let caller = 0
/** Posts as a visitor with a separate client address. */
const sendRequest = async (
  body: object,
  { headers = {}, from = `10.0.${(caller >> 8) & 255}.${caller++ & 255}` } = {},
) => {
  const response = await api.request({
    method: 'POST',
    url: '/api/v1/forms/consult',
    remoteAddress: from,
    payload: body,
    headers: { 'idempotency-key': `test-key-${key++}`, ...headers },
  })
  return { status: response.statusCode, body: response.json(), headers: response.headers }
}
const uploadFile = async (name: string, bytes: Uint8Array) =>
  (
    await api
      .client(contract, null)
      .upload({ params: { kind: 'consult' }, form: form('file', [name, bytes]) } as Parameters<
        ReturnType<typeof api.client<typeof contract>>['upload']
      >[0])
  ).file
const officeClient = (actor: Actor = staff) => api.client(contract, actor)
const findRequest = async (number: string) => {
  const { forms } = await officeClient().list({ query: { q: number } })
  const [found] = forms
  if (!found) throw new Error(`No request ${number}`)
  return (await officeClient().get({ params: { id: found._id } })).form
}
const catchRefusal = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable('was taken'),
    (error: CallRefused) => error,
  )

describe('request', () => {
  it('is stored with number, normalized answers, files, consent and receipt', async () => {
    const files = [
      await uploadFile('거실 천장.jpg', await photograph(600, 300)),
      await uploadFile('하자 대장.pdf', pdf()),
    ]
    const { status, body } = await sendRequest(
      requestInput({ phone: '01000004171' }, { files: files.map(({ ticket }) => ticket) }),
    )
    expect(status).toBe(201)
    expect(body.receipt.number).toMatch(/^\d{4}-\d{6}$/)
    const found = await findRequest(body.receipt.number)
    expect(found).toMatchObject({
      state: 'received',
      phone: '010-0000-4171',
      practice: 'building',
      consentVersion: '2026-03-01',
      files: [
        { name: '거실 천장.jpg', kind: 'picture', width: 300, height: 600 },
        { name: '하자 대장.pdf', kind: 'document', preview: null },
      ],
    })
    expect(found.answers).toContainEqual({ name: 'region', label: '지역', value: '인천' })
    expect(found.thread.map(({ what }) => what)).toEqual(['received', 'opened'])
    const mails = await api.services.database.select().from(outbox)
    expect(mails.filter(({ subject }) => subject.includes(body.receipt.number))).toMatchObject([
      { recipient: 'sejin@estate.example', state: 'waiting' },
    ])
  })

  it('gets its receipt if the name of the firm contains a line break', async () => {
    await buildSetting(api.context, { name: { ko: '법무법인\r\n대청' } })
    const { status, body } = await sendRequest(requestInput())
    await buildSender(api)
    expect(status).toBe(201)
    const mails = await api.services.database.select().from(outbox)
    expect(mails.find(({ subject }) => subject.includes(body.receipt.number))?.subject).toContain('법무법인 대청')
  })

  it("returns messages per field in the sender's language and stores nothing", async () => {
    const before = await api.services.database.$count(formRequests)
    const invalidInput = requestInput(
      { name: ' ', phone: '010-0000-417', email: 'sejin', practice: '!', households: '많음', region: 'atlantis' },
      { consent: '' },
    )
    const answers = await Promise.all(
      ['ko', 'en', 'zh-CN'].map(async (language) => {
        const { status, body } = await sendRequest(invalidInput, { headers: { 'accept-language': language } })
        expect([status, body.code]).toEqual([400, 'invalid'])
        expect(Object.keys(body.fields).sort()).toEqual(
          ['consent', 'email', 'households', 'name', 'phone', 'practice', 'region'].sort(),
        )
        return body.fields.phone
      }),
    )
    expect(answers[0]).toContain('11자리')
    expect(new Set(answers).size).toBe(3)
    expect(await api.services.database.$count(formRequests)).toBe(before)
  })

  it('requires consent to the current terms, known files and a known form', async () => {
    expect((await sendRequest(requestInput({}, { consent: '2020-01-01' }))).body.fields.consent).toContain('동의')
    expect((await sendRequest(requestInput({}, { files: ['a.b'] }))).body.fields.files).toContain('파일')
    expect((await sendRequest({ ...requestInput(), state: 'closed' })).body.fields.state).toBeDefined()
    expect((await sendRequest(requestInput({ level: 'owner' }))).body.fields.level).toBeDefined()
    const nowhere = await api.request({ method: 'POST', url: '/api/v1/forms/nothing', payload: requestInput() })
    expect(nowhere.statusCode).toBe(404)
  })

  it.each(['practice', 'office', 'lawyer'])(
    'rejects an unknown key of %s with a message and stores nothing',
    async (name) => {
      const before = await api.services.database.$count(formRequests)
      const answers = await Promise.all(
        ['ko', 'en', 'zh-CN'].map(async (language) => {
          const { status, body } = await sendRequest(requestInput({ [name]: 'no-such-key' }), {
            headers: { 'accept-language': language },
          })
          expect([status, body.code, Object.keys(body.fields)]).toEqual([400, 'invalid', [name]])
          return body.fields[name]
        }),
      )
      expect(new Set(answers).size).toBe(3)
      expect(await api.services.database.$count(formRequests)).toBe(before)
    },
  )

  it('accepts an unsure practice and one hidden in the meantime', async () => {
    const unsure = await sendRequest(requestInput({ practice: 'unsure' }))
    expect((await findRequest(unsure.body.receipt.number)).practice).toBeNull()
    const { key } = await buildPractice(api.context, { visible: false })
    const hidden = await sendRequest(requestInput({ practice: key }))
    expect((await findRequest(hidden.body.receipt.number)).practice).toBe(key)
  })

  it('accepts the current terms and, for a week, the previous ones', async () => {
    await buildTerms(api.context, { code: 'privacy', effectiveAt: '2026-02-28T15:00:00.000Z' })
    const began = new Date(api.clock.now().getTime() - 24 * 3_600_000)
    await buildTerms(api.context, { code: 'privacy', effectiveAt: began.toISOString() })
    const day = new Date(began.getTime() + 9 * 3_600_000).toISOString().slice(0, 10)
    const { kind } = await api.client(contract, null).kind({ params: { kind: 'consult' } })
    expect(kind.privacyVersion).toBe(day)
    const answer = await sendRequest(requestInput({}, { consent: day }))
    expect((await findRequest(answer.body.receipt.number)).consentVersion).toBe(day)
    expect((await sendRequest(requestInput({}, { consent: '2026-03-01' }))).status).toBe(201)
    expect((await sendRequest(requestInput({}, { consent: '2024-01-15' }))).status).toBe(400)
    await api.services.database.execute('ALTER TABLE terms DISABLE TRIGGER USER')
    await api.services.database.execute('DELETE FROM terms')
  })

  it('is stored once per key with equal responses; another body under the key is rejected', async () => {
    const headers = { 'idempotency-key': 'twice-over-a-line' }
    const first = await sendRequest(requestInput(), { headers })
    const again = await sendRequest(requestInput(), { headers })
    expect(again.body).toEqual(first.body)
    const other = await sendRequest(requestInput({ message: '다른 이야기' }), { headers })
    expect([other.status, other.body.code]).toEqual([422, 'key_reused'])
  })

  it('uses each uploaded file once', async () => {
    const { ticket } = await uploadFile('하자 대장.pdf', pdf())
    expect((await sendRequest(requestInput({}, { files: [ticket] }))).status).toBe(201)
    expect((await sendRequest(requestInput({}, { files: [ticket] }))).body.fields.files).toBeDefined()
    expect((await sendRequest(requestInput({}, { files: [ticket, ticket] }))).status).toBe(400)
    const forged = `${ticket.split('.')[0]}.${'A'.repeat(43)}`
    expect((await sendRequest(requestInput({}, { files: [forged] }))).status).toBe(400)
    expect((await sendRequest(requestInput({}, { files: Array.from({ length: 11 }, () => ticket) }))).status).toBe(400)
  })
})

describe('bots', () => {
  it('are rejected 200 times while a person in between succeeds', async () => {
    const from = '10.9.9.9'
    const before = await api.services.database.$count(formRequests)
    const sendAsBots = (count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, index) =>
          sendRequest(requestInput({}, index % 2 ? { website: 'https://spam.example' } : { elapsed: 400 }), { from }),
        ),
      )
    const first = await sendAsBots(100)
    const person = await sendRequest(requestInput({ message: '사람이 보냅니다.' }), { from })
    const second = await sendAsBots(100)
    expect(new Set([...first, ...second].map(({ status }) => status))).toEqual(new Set([400, 429]))
    expect(person.status).toBe(201)
    expect(await api.services.database.$count(formRequests)).toBe(before + 1)
  })

  it('are limited to ten requests in ten minutes with Retry-After; a repeated request does not count', async () => {
    const from = '10.9.9.8'
    const headers = { 'idempotency-key': 'the-first-of-ten' }
    expect((await sendRequest(requestInput(), { from, headers })).status).toBe(201)
    for (let count = 1; count < 10; count += 1) expect((await sendRequest(requestInput(), { from })).status).toBe(201)
    const refusedAnswer = await sendRequest(requestInput(), { from })
    expect([refusedAnswer.status, refusedAnswer.body.code]).toEqual([429, 'too_many'])
    expect(Number(refusedAnswer.headers['retry-after'])).toBeGreaterThan(500)
    expect((await sendRequest(requestInput(), { from, headers })).status).toBe(201)
    await passTime(10 * 60_000)
    expect((await sendRequest(requestInput(), { from })).status).toBe(201)
  })
})

describe('look-up', () => {
  const lookUpRequest = async (number: string, contact: string, from = `10.8.0.${caller++ & 255}`) => {
    const began = performance.now()
    const { statusCode, body } = await api.request({
      method: 'POST',
      url: '/api/v1/forms/status',
      remoteAddress: from,
      payload: { number, contact },
    })
    return { status: statusCode, body: JSON.parse(body), time: performance.now() - began }
  }

  it('returns the state, and nothing else, for number and contact', async () => {
    const row = await buildRequest(api.context)
    const expected = {
      number: row.number,
      state: 'received',
      receivedAt: row.createdAt.toISOString(),
      answeredAt: null,
      closedAt: null,
    }
    for (const contact of ['01000004171', '010-0000-4171', 'SEJIN@estate.example'])
      expect((await lookUpRequest(row.number, contact)).body).toEqual({ request: expected })
    // As typed from a note, with full-width digits, and with a phone number filled in by the browser.
    const digits = row.number.replace('-', '')
    const wide = row.number.replace(/./g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
    for (const number of [digits, ` ${digits.slice(0, 4)} ${digits.slice(4)} `, wide])
      expect((await lookUpRequest(number, '+82 10-0000-4171')).body).toEqual({ request: expected })
  })

  it('finds a phone number with country code by its domestic form', async () => {
    const row = await buildRequest(api.context, { phone: '+821000004171', email: '' })
    expect((await lookUpRequest(row.number, '010-0000-4171')).status).toBe(200)
    for (const contact of ['+', '82', '010', ' - ']) expect((await lookUpRequest(row.number, contact)).status).toBe(404)
  })

  it('answers an unknown number and a wrong contact equally, after the same time', async () => {
    const { number } = await buildRequest(api.context)
    const rejected = []
    const unknown = []
    for (let count = 0; count < 6; count += 1) {
      rejected.push(await lookUpRequest(number, '010-1111-2222'))
      unknown.push(await lookUpRequest('2026-999999', '010-0000-4171'))
    }
    expect(rejected[0]?.status).toBe(404)
    expect(new Set([...rejected, ...unknown].map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(
      1,
    )
    const findFastest = (list: { time: number }[]) => Math.min(...list.map(({ time }) => time))
    expect(Math.abs(findFastest(rejected) - findFastest(unknown))).toBeLessThan(15)
  })

  it('is rate-limited per client address', async () => {
    const from = '10.7.7.7'
    const tries = await Promise.all(
      Array.from({ length: 12 }, () => lookUpRequest('2026-999999', '010-0000-0000', from)),
    )
    expect(tries.map(({ status }) => status).filter((status) => status === 429)).toHaveLength(2)
  })
})

describe('files of a request', () => {
  it('have no public URL; staff get a logged URL for five minutes', async () => {
    const { ticket } = await uploadFile('균열.jpg', await photograph(600, 300))
    const { body } = await sendRequest(requestInput({}, { files: [ticket] }))
    const { _id, files } = await findRequest(body.receipt.number)
    const [file] = files
    if (!file?.preview) return expect.unreachable('has a preview')
    for (const variant of ['original', 'private', '480.webp', '960.webp', 'private.webp'])
      expect((await api.request({ url: `/files/${file._id}/${variant}` })).statusCode).toBe(404)
    const preview = await api.request({ url: file.preview })
    expect([preview.statusCode, preview.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(preview.rawPayload.includes('Camera of a resident')).toBe(false)

    const params = { id: _id, file: file._id }
    const { url } = await officeClient().openFile({ params })
    const original = await api.request({ url })
    expect(original.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': expect.stringContaining("attachment; filename*=UTF-8''"),
    })
    expect(original.rawPayload).toEqual(await photograph(600, 300))
    expect((await findRequest(body.receipt.number)).thread.at(-1)).toMatchObject({ what: 'file', text: '균열.jpg' })
    expect((await api.request({ url: `${url.slice(0, -4)}AAAA` })).statusCode).toBe(404)
    await passTime(5 * 60_000 + 1)
    expect((await api.request({ url })).statusCode).toBe(404)
    const { _id: other } = await findRequest((await buildRequest(api.context)).number)
    expect((await catchRefusal(officeClient().openFile({ params: { ...params, id: other } }))).status).toBe(404)
  })

  it('are rejected if their kind is not allowed', async () => {
    const { status, refusal } = await catchRefusal(
      uploadFile('x.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
    )
    expect([status, refusal.fields?.file]).toEqual([415, expect.any(String)])
    const empty = await catchRefusal(uploadFile('하자 대장.pdf', Buffer.alloc(0)))
    expect([empty.status, empty.refusal.fields?.file]).toEqual([415, m.field_file_empty({}, { locale: 'ko' })])
  })
})

describe('retention', () => {
  it('deletes a request with its files a year after closing, and an unused upload after a week', async () => {
    const { ticket } = await uploadFile('하자 대장.pdf', pdf())
    await uploadFile('잊힌 것.pdf', pdf())
    const { body } = await sendRequest(requestInput({}, { files: [ticket] }))
    const found = await findRequest(body.receipt.number)
    const [file] = found.files
    await officeClient().update({ params: { id: found._id }, body: { state: 'closed', updatedAt: found.updatedAt } })
    await passTime(8 * 24 * 3_600_000)
    expect(await deleteExpiredRequests(api.context)).toMatchObject({ requests: 0 })
    expect((await api.services.database.select().from(formFiles)).some(({ name }) => name === '잊힌 것.pdf')).toBe(
      false,
    )
    await passTime(358 * 24 * 3_600_000)
    expect(await deleteExpiredRequests(api.context)).toMatchObject({ files: 1 })
    expect((await catchRefusal(officeClient().get({ params: { id: found._id } }))).status).toBe(404)
    expect(await api.services.files.size(`${file?._id}/private`)).toBeNull()
  })
})

it('public definition tells whether a receipt is mailed, by the current settings', async () => {
  const isReceiptPromised = async () =>
    (await api.client(contract, null).kind({ params: { kind: 'consult' } })).kind.receiptByMail
  expect(await isReceiptPromised()).toBe(true)
  await buildSetting(api.context)
  expect(await isReceiptPromised()).toBe(false)
  await buildSender(api)
  expect(await isReceiptPromised()).toBe(true)
})

it('public definition is in the requested language', async () => {
  const requestForm = async (language: string) => {
    const response = await api.request(
      sentBy(null, { url: '/api/v1/forms/consult', headers: { 'accept-language': language } }),
    )
    return response.json<{ kind: { title: string; lang: string } } & Refusal>().kind
  }
  expect([(await requestForm('ko')).title, (await requestForm('en')).title, (await requestForm('zh-CN')).lang]).toEqual(
    ['상담 신청', 'Request a consultation', 'cn'],
  )
})
