import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readSettings } from '../process/settings.ts'
import { type Sms, SmsRefused, smsPort } from './sms.ts'

const key = 'NCSAYU7YDBXYORXC'
const secret = 'a secret of the tests'

interface Message {
  to: string
  from: string
  text: string
  subject?: string
  kakaoOptions?: object
  customFields?: object
}

/**
 * Fake provider according to its documentation: the signature is the hexadecimal HMAC-SHA256 of date and salt; a date
 * more than 15 minutes off or a reused signature is refused; an accepted message has status code 2000.
 */
class Provider {
  readonly taken: Message[] = []
  readonly #used = new Set<string>()
  readonly #server: Server
  answer: ((message: Message) => { status: number; body: object | string } | 'drop') | undefined

  constructor() {
    this.#server = createServer((request, response) => {
      void this.#take(request.method ?? '', request.url ?? '', request.headers.authorization ?? '', request).then(
        (said) => {
          if (said === 'drop') return request.socket.destroy()
          response.writeHead(said.status, { 'content-type': 'application/json' })
          return response.end(typeof said.body === 'string' ? said.body : JSON.stringify(said.body))
        },
      )
    })
  }

  #refusal(status: number, errorCode: string, errorMessage: string) {
    return { status, body: { errorCode, errorMessage } }
  }

  async #take(method: string, url: string, authorization: string, body: NodeJS.ReadableStream) {
    const { message } = (await json(body)) as { message: Message }
    if (method !== 'POST' || url !== '/messages/v4/send') return this.#refusal(404, 'NotFound', 'no such route')
    const header = /^HMAC-SHA256 apiKey=(\S+), date=(\S+), salt=([0-9a-f]{12,64}), signature=([0-9a-f]{64})$/.exec(
      authorization,
    )
    const [, apiKey, date = '', salt = '', signature = ''] = header ?? []
    if (apiKey !== key) return this.#refusal(403, 'InvalidAPIKey', '유효한 API Key가 아닙니다.')
    if (Math.abs(Date.parse(date) - Date.now()) > 15 * 60_000)
      return this.#refusal(403, 'RequestTimeTooSkewed', '서버 시간과 15분 이상 차이가 납니다.')
    const expected = createHmac('sha256', secret)
      .update(date + salt)
      .digest('hex')
    if (signature !== expected || this.#used.has(signature))
      return this.#refusal(403, 'SignatureDoesNotMatch', '시그니처가 일치하지 않습니다.')
    this.#used.add(signature)
    if (this.answer) return this.answer(message)
    this.taken.push(message)
    return {
      status: 200,
      body: {
        groupId: 'G4V',
        messageId: `M4V${this.taken.length}`,
        statusCode: '2000',
        statusMessage: '정상 접수',
        to: message.to,
      },
    }
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): Promise<void> {
    this.#server.closeAllConnections()
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }
}

let provider: Provider
let host: string
beforeEach(async () => {
  provider = new Provider()
  host = await provider.listen()
})
afterEach(() => provider.close())

const urlOf = (rest = '', password = secret) =>
  `http://${key}:${encodeURIComponent(password)}@${host}?from=0200001200${rest}`
const sms: Sms = { id: 'one', to: '+821012345678', text: '안녕하십니까' }
const send = (fields: Partial<Sms> = {}, url = urlOf(), now?: () => Date) => {
  const port = smsPort(url, now)
  if (!port) throw new Error('no port')
  return port.send({ ...sms, ...fields })
}
const refused = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable(),
    (error: unknown) => {
      expect(error).toBeInstanceOf(SmsRefused)
      const { code, status } = error as SmsRefused
      return [code, status]
    },
  )

describe('text messages', () => {
  it('are disabled without the setting', () => {
    expect(smsPort(undefined)).toBeUndefined()
  })

  it('go to the dialed number from the registered one, each with its own signature', async () => {
    expect(await send()).toBe('2000 M4V1')
    await send({ subject: '안내' })
    expect(provider.taken).toEqual([
      { to: '01012345678', from: '0200001200', text: '안녕하십니까', customFields: { id: 'one' } },
      { to: '01012345678', from: '0200001200', text: '안녕하십니까', subject: '안내', customFields: { id: 'one' } },
    ])
  })

  it('go as Alimtalk if a channel is set, with a text message as fallback', async () => {
    const alimtalk = { templateId: 'KA01TP1', variables: { '#{이름}': '하은' } }
    await send({ alimtalk }, urlOf('&kakao=KA01PF1'))
    expect(provider.taken[0]?.kakaoOptions).toEqual({ pfId: 'KA01PF1', ...alimtalk, disableSms: false })
    expect([smsPort(urlOf())?.hasAlimtalk, smsPort(urlOf('&kakao=KA01PF1'))?.hasAlimtalk]).toEqual([false, true])
    expect(await refused(send({ alimtalk }))).toEqual(['kakao', 'never'])
  })

  it('are dropped if the provider rejects them, and retried if it is busy or the account is at fault', async () => {
    expect(await refused(send({}, urlOf('', 'another secret')))).toEqual(['SignatureDoesNotMatch', 'again'])
    const late = () => new Date(Date.now() - 16 * 60_000)
    expect(await refused(send({}, urlOf(), late))).toEqual(['RequestTimeTooSkewed', 'again'])
    expect(await refused(send({ to: '+8613800138000' }))).toEqual(['country', 'never'])
    const answers = [
      [{ status: 400, body: { errorCode: 'ValidationError', errorMessage: 'to' } }, ['ValidationError', 'never']],
      [{ status: 402, body: { errorCode: 'NotEnoughBalance', errorMessage: '' } }, ['NotEnoughBalance', 'again']],
      [{ status: 429, body: { errorCode: 'TooManyRequests', errorMessage: '' } }, ['TooManyRequests', 'again']],
      [{ status: 503, body: '<html>' }, ['503', 'again']],
      [{ status: 200, body: { statusCode: '1062', statusMessage: '발신번호 미등록' } }, ['1062', 'never']],
    ] as const
    for (const [answer, expected] of answers) {
      provider.answer = () => answer
      expect(await refused(send())).toEqual(expected)
    }
    expect(provider.taken).toEqual([])
  })

  it('are reported as possibly sent if the answer was lost', async () => {
    provider.answer = () => 'drop'
    expect((await refused(send()))[1]).toBe('unsure')
    provider.answer = () => ({ status: 502, body: '<html>' })
    expect(await refused(send())).toEqual(['502', 'unsure'])
    provider.answer = () => ({ status: 200, body: 'not json' })
    expect(await refused(send())).toEqual(['no_code', 'unsure'])
    await provider.close()
    expect(await refused(send())).toEqual(['ECONNREFUSED', 'again'])
  })
})

describe('their setting', () => {
  it.each([
    'https://key:secret@api.solapi.com?from=0200001200',
    'https://key:secret@api.solapi.com?from=0200001200&kakao=KA01PF1',
    'http://key:secret@127.0.0.1:9000?from=0200001200',
  ])('may be %s', (url) => {
    expect(readSettings({ SMS_URL: url }).smsUrl).toBe(url)
  })

  it.each([
    'http://key:secret@api.solapi.com?from=0200001200',
    'https://api.solapi.com?from=0200001200',
    'https://key:secret@api.solapi.com',
    'https://key:secret@api.solapi.com?from=02-000-1200',
    'solapi',
  ])('is refused with a message: %s', (url) => {
    expect(() => readSettings({ SMS_URL: url })).toThrow(/The setting SMS_URL must be /)
  })
})
