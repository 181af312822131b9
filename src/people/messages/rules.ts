import type { Locale } from '#kit/locale.ts'

/** Ways a message goes; Alimtalk is an approved template of KakaoTalk. */
export const sendingChannels = ['mail', 'sms', 'alimtalk'] as const
export type SendingChannel = (typeof sendingChannels)[number]

/** `advertising`: goes to those alone who agreed to it, with the marks the law asks for, and not at night. */
export const purposes = ['notice', 'advertising'] as const
export type Purpose = (typeof purposes)[number]

/** `asked`: it is for more than `mostAlone`, and waits for a colleague. */
export const sendingStates = ['draft', 'asked', 'scheduled', 'sending', 'done', 'cancelled'] as const
export type SendingState = (typeof sendingStates)[number]

const nextStates: Record<SendingState, readonly SendingState[]> = {
  draft: ['asked', 'scheduled'],
  asked: ['draft', 'scheduled'],
  scheduled: ['sending', 'cancelled'],
  // More people than when it was sent: it begins once it is approved.
  sending: ['done', 'cancelled', 'asked'],
  // What failed is sent again.
  done: ['sending'],
  cancelled: [],
}

/** States from which a sending may come to this one. */
export const statesBefore = (state: SendingState): SendingState[] =>
  sendingStates.filter((from) => nextStates[from].includes(state))

/** Recipients up to which one member of staff sends alone; above, a second one approves (migration 0095 too). */
export const mostAlone = 300

/** What becomes of one recipient. `unsure`: the process ended while it handed the message over. */
export const recipientStates = ['queued', 'claimed', 'sent', 'failed', 'unsure', 'skipped', 'cancelled'] as const
export type RecipientState = (typeof recipientStates)[number]

/** Why somebody is not sent to, in the order in which it is looked for. */
export const reasons = [
  'withdrawn',
  'locked',
  'dormant',
  'unknown',
  'no_address',
  'bad_address',
  'returned',
  'no_consent',
  'opted_out',
  'duplicate',
] as const
export type Reason = (typeof reasons)[number]

/** Why a sending cannot go at all. */
export const faults = [
  'empty',
  'no_sender',
  'no_provider',
  'no_kakao',
  'no_template',
  'no_public_url',
  'alimtalk_advertising',
] as const
export type Fault = (typeof faults)[number]

/** Attempts after which a message that is refused for the moment rests as failed. */
export const mostAttempts = 8

/** Milliseconds before the next attempt: a minute, then twice as long each time. */
export const pauseAfter = (attempts: number): number => 60_000 * 2 ** Math.min(attempts - 1, 6)

/** Milliseconds after which a message that is being handed over is nobody's any more: its process is gone. */
export const longestHandover = 5 * 60_000

/** Times an address was refused for want of a mailbox, after which it is not sent to again. */
export const mostReturns = 2

/** Years after which a consent to advertising has to be confirmed (Network Act, article 50, paragraph 8). */
export const consentYears = 2

/** Before every piece of advertising, in these letters whatever its language (Network Act, enforcement decree). */
export const advertisingMark = '(광고)'

const hour = 3_600_000
const seoulOffset = 9 * hour

/** Hours of Seoul between which advertising needs a consent of its own (Network Act, article 50, paragraph 3). */
const night = { from: 21, to: 8 }

const seoulHour = (at: Date): number => new Date(at.getTime() + seoulOffset).getUTCHours()

/** From 21:00 to 08:00 in Seoul. */
export const isNight = (at: Date): boolean => seoulHour(at) >= night.from || seoulHour(at) < night.to

/** The moment itself by day; at night the following 08:00 in Seoul. */
export const nextDaytime = (at: Date): Date => {
  if (!isNight(at)) return at
  const local = new Date(at.getTime() + seoulOffset)
  const morning = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate(), night.to)
  const next = local.getUTCHours() >= night.from ? morning + 24 * hour : morning
  return new Date(next - seoulOffset)
}

/** What is filled in for each recipient, with its name in each language. */
export const fields = {
  name: { ko: '이름', en: 'name', cn: '姓名' },
  username: { ko: '아이디', en: 'username', cn: '账号' },
  company: { ko: '회사', en: 'company', cn: '公司' },
  site: { ko: '사이트', en: 'site', cn: '网站' },
} as const satisfies Record<string, Record<Locale, string>>
export type Field = keyof typeof fields

const blank = /\{([^{}\n]{1,40})\}/g

const fieldsByName = new Map<string, Field>(
  (Object.entries(fields) as [Field, Record<Locale, string>][]).flatMap(([field, names]) =>
    [field, ...Object.values(names)].map((name): [string, Field] => [name, field]),
  ),
)

/** Placeholders in braces that have no value. */
export const unknownBlanks = (text: string): string[] =>
  [...text.matchAll(blank)].flatMap(([, name = '']) => (fieldsByName.has(name.trim()) ? [] : [name.trim()]))

/** What a text fills in, each once. */
export const fieldsIn = (...texts: (string | undefined)[]): Field[] => [
  ...new Set(
    texts.flatMap((text) =>
      [...(text ?? '').matchAll(blank)].flatMap(([, name = '']) => fieldsByName.get(name.trim()) ?? []),
    ),
  ),
]

/** A text with its blanks filled in; one without a value gets `missing` of its field. */
export const fillBlanks = (
  text: string,
  values: Partial<Record<Field, string | null>>,
  missing: Record<Field, string>,
): string =>
  text.replace(blank, (whole, name: string) => {
    const field = fieldsByName.get(name.trim())
    return field ? values[field]?.trim() || missing[field] : whole
  })
