import { createHmac, randomBytes } from 'node:crypto'

/** An approved template of Kakao's Alimtalk, in place of free words; what it says is fixed but for its variables. */
export interface Alimtalk {
  templateId: string
  /** By their names in the template: `#{이름}`. */
  variables: Readonly<Record<string, string>>
}

export interface Sms {
  /** Stays the same over retries, so that a provider can tell a repeated delivery. */
  id: string
  /** E.164. */
  to: string
  /** With an Alimtalk, what is sent instead where the recipient has no KakaoTalk. */
  text: string
  /** Of a long message. */
  subject?: string
  alimtalk?: Alimtalk
}

/** Sends text messages; resolves with the provider's answer, throws `SmsRefused` when one was not taken. */
export interface SmsPort {
  /** Whether a channel of KakaoTalk is set up as well. */
  readonly hasAlimtalk?: boolean
  send(sms: Sms): Promise<string>
}

/**
 * What becomes of a message that was not taken: `again` may be tried again, `never` is refused for good, `unsure` may
 * have been taken although the answer was lost.
 */
export type Fate = 'again' | 'never' | 'unsure'

export class SmsRefused extends Error {
  /** The provider's own, `ValidationError` or `3059`; or the HTTP status. */
  readonly code: string
  readonly fate: Fate

  constructor(code: string, message: string, fate: Fate) {
    super(`${code}: ${message}`)
    this.name = 'SmsRefused'
    this.code = code
    this.fate = fate
  }
}

/** Milliseconds. */
const patience = 10_000

/** Status codes of a message that was taken: by the provider, by the carrier, by the telephone. */
const taken = new Set(['2000', '3000', '4000'])

/** What the provider says of our own account: too much at once, a key that is over, no credit. It passes when mended. */
const ownFaults = new Set<number | string>([401, 402, 403, 429, 503, 'NotEnoughBalance'])

/** The provider takes Korean numbers as they are dialled. */
const domestic = (e164: string): string | null => (/^\+82\d{8,10}$/.test(e164) ? `0${e164.slice(3)}` : null)

/** `HMAC-SHA256 apiKey=…, date=…, salt=…, signature=…`: of date and salt, hexadecimal. A signature serves once. */
const authorization = (key: string, secret: string, now: Date): string => {
  const date = now.toISOString()
  const salt = randomBytes(16).toString('hex')
  const signature = createHmac('sha256', secret).update(`${date}${salt}`).digest('hex')
  return `HMAC-SHA256 apiKey=${key}, date=${date}, salt=${salt}, signature=${signature}`
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/**
 * Solapi (CoolSMS), `POST /messages/v4/send`, by an address with key, secret and the registered number:
 * `https://KEY:SECRET@api.solapi.com?from=0200001200&kakao=PFID`. Undefined where none is set. Length decides whether a
 * text goes as SMS or LMS.
 */
export const smsPort = (url: string | undefined, now: () => Date = () => new Date()): SmsPort | undefined => {
  if (!url) return undefined
  const { origin, username, password, searchParams } = new URL(url)
  const key = decodeURIComponent(username)
  const secret = decodeURIComponent(password)
  const from = searchParams.get('from') ?? ''
  const pfId = searchParams.get('kakao')

  const call = async (message: object): Promise<{ status: number; answer: Record<string, unknown> }> => {
    const response = await fetch(`${origin}/messages/v4/send`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: authorization(key, secret, now()),
        // On a connection that was kept and ended meanwhile nobody could say whether the message arrived.
        connection: 'close',
      },
      body: JSON.stringify({ message }),
      signal: AbortSignal.timeout(patience),
      redirect: 'error',
    })
    const answer = (await response.json().catch(() => ({}))) as Record<string, unknown>
    return { status: response.status, answer }
  }

  return {
    hasAlimtalk: pfId !== null,
    async send({ id, to, text, subject, alimtalk }) {
      const number = domestic(to)
      if (!number) throw new SmsRefused('country', 'only Korean numbers are sent to', 'never')
      if (alimtalk && !pfId) throw new SmsRefused('kakao', 'no channel of KakaoTalk is set', 'never')
      const message = {
        to: number,
        from,
        text,
        ...(subject && { subject }),
        ...(alimtalk && { kakaoOptions: { pfId, ...alimtalk, disableSms: false } }),
        customFields: { id },
      }
      const { status, answer } = await call(message).catch((error: Error & { cause?: { code?: string } }) => {
        // Nothing was sent before there was a connection; after it, the answer alone may be lost.
        const code = error.cause?.code ?? error.name
        const before = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'].includes(code)
        throw new SmsRefused(code, 'no answer of the provider', before ? 'again' : 'unsure')
      })
      if (status >= 400) {
        const code = textOf(answer.errorCode) || String(status)
        const passes = ownFaults.has(status) || ownFaults.has(code)
        throw new SmsRefused(code, textOf(answer.errorMessage), passes ? 'again' : status >= 500 ? 'unsure' : 'never')
      }
      const code = textOf(answer.statusCode)
      if (!taken.has(code))
        throw new SmsRefused(code || 'no_code', textOf(answer.statusMessage), code ? 'never' : 'unsure')
      return `${code} ${textOf(answer.messageId)}`
    },
  }
}
