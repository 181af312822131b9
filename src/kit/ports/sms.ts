import { createHmac, randomBytes } from 'node:crypto'
import { dialPhone } from '../phone/parse-phone.ts'

/** Approved KakaoTalk Alimtalk template, used instead of free text; its wording is fixed except for the variables. */
export interface Alimtalk {
  templateId: string
  /** By their names in the template: `#{이름}`. */
  variables: Readonly<Record<string, string>>
}

export interface Sms {
  /** Stays the same across retries, so that the provider can detect duplicates. */
  id: string
  /** E.164. */
  to: string
  /** Text of the message; with an Alimtalk, the fallback for recipients without KakaoTalk. */
  text: string
  /** Subject of a long message. */
  subject?: string
  alimtalk?: Alimtalk
}

/** Sends text messages. Resolves with the provider's answer; throws `SmsRefused` if the message was not accepted. */
export interface SmsPort {
  /** True if a KakaoTalk channel is configured too. */
  readonly hasAlimtalk?: boolean
  send(sms: Sms): Promise<string>
}

/**
 * Outcome of a message that was not accepted: `again` may be retried, `never` is refused permanently, `unsure` may have
 * been accepted although the answer was lost.
 */
export type DeliveryStatus = 'again' | 'never' | 'unsure'

export class SmsRefused extends Error {
  /** Code from the provider, such as `ValidationError` or `3059`, or the HTTP status. */
  readonly code: string
  readonly status: DeliveryStatus

  constructor(code: string, message: string, status: DeliveryStatus) {
    super(`${code}: ${message}`)
    this.name = 'SmsRefused'
    this.code = code
    this.status = status
  }
}

/** Timeout in milliseconds. */
const timeout = 10_000

/** Status codes of an accepted message: by the provider, by the carrier, by the phone. */
const acceptedCodes = new Set(['2000', '3000', '4000'])

/** Errors of our own account with the provider: rate limit, expired key, no credit. They pass once fixed. */
const ownFaults = new Set<number | string>([401, 402, 403, 429, 503, 'NotEnoughBalance'])

/** The provider expects Korean numbers in national format, digits only. */
const domestic = (e164: string): string | null => (/^\+82[1-9]\d{7,10}$/.test(e164) ? dialPhone(e164) : null)

/**
 * Returns `HMAC-SHA256 apiKey=…, date=…, salt=…, signature=…`; signs date and salt, in hexadecimal. Each signature is
 * valid once.
 */
const authorization = (key: string, secret: string, now: Date): string => {
  const date = now.toISOString()
  const salt = randomBytes(16).toString('hex')
  const signature = createHmac('sha256', secret).update(`${date}${salt}`).digest('hex')
  return `HMAC-SHA256 apiKey=${key}, date=${date}, salt=${salt}, signature=${signature}`
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/**
 * Creates a Solapi (CoolSMS) client, `POST /messages/v4/send`, from a URL with key, secret and the registered sender
 * number: `https://KEY:SECRET@api.solapi.com?from=0200001200&kakao=PFID`. Returns undefined if none is configured. The
 * length decides whether a text is sent as SMS or LMS.
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
        // On a reused connection that closed meanwhile, it would be unknown whether the message arrived.
        connection: 'close',
      },
      body: JSON.stringify({ message }),
      signal: AbortSignal.timeout(timeout),
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
        // Without a connection nothing was sent; after it, the message may have arrived although the answer was lost.
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
      if (!acceptedCodes.has(code))
        throw new SmsRefused(code || 'no_code', textOf(answer.statusMessage), code ? 'never' : 'unsure')
      return `${code} ${textOf(answer.messageId)}`
    },
  }
}
