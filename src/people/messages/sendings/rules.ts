import type { Locale } from '#kit/locale.ts'

/** Channels of a bulk message. Alimtalk is an approved KakaoTalk template. */
export const sendingChannels = ['mail', 'sms', 'alimtalk'] as const
export type SendingChannel = (typeof sendingChannels)[number]

/** `advertising`: only to recipients who agreed, with the legally required marks, and not at night. */
export const purposes = ['notice', 'advertising'] as const
export type Purpose = (typeof purposes)[number]

/** `asked`: has more than `maxWithoutApproval` recipients and waits for approval by a colleague. */
export const sendingStates = ['draft', 'asked', 'scheduled', 'sending', 'done', 'cancelled'] as const
export type SendingState = (typeof sendingStates)[number]

const nextStates: Record<SendingState, readonly SendingState[]> = {
  draft: ['asked', 'scheduled'],
  asked: ['draft', 'scheduled'],
  scheduled: ['sending', 'cancelled'],
  // The audience has grown beyond the limit and needs approval.
  sending: ['done', 'cancelled', 'asked'],
  // Resend of failed recipients.
  done: ['sending'],
  cancelled: [],
}

/** Returns the states from which a bulk message can reach this one. */
export const listSourceStates = (state: SendingState): SendingState[] =>
  sendingStates.filter((from) => nextStates[from].includes(state))

/**
 * Most recipients one staff member may send to alone; above this a second one approves (also checked by the trigger
 * `sending_recipients_approval`).
 */
export const maxWithoutApproval = 300

/** Delivery state of one recipient. `unsure`: the process died during the handover. */
export const recipientStates = ['queued', 'claimed', 'sent', 'failed', 'unsure', 'skipped', 'cancelled'] as const
export type RecipientState = (typeof recipientStates)[number]

/** Reasons to exclude a recipient, in order of precedence. */
export const exclusionReasons = [
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
export type ExclusionReason = (typeof exclusionReasons)[number]

/** Reasons that a bulk message cannot be sent. */
export const sendingErrors = [
  'empty',
  'no_sender',
  'no_provider',
  'no_kakao',
  'no_template',
  'no_public_url',
  'alimtalk_advertising',
] as const
export type SendingError = (typeof sendingErrors)[number]

/** Attempts after which a temporarily refused message stays failed. */
export const maxDeliveryAttempts = 8

/** Returns the back-off in ms: one minute, doubled with each attempt. */
export const getRetryDelay = (attempts: number): number => 60_000 * 2 ** Math.min(attempts - 1, 6)

/** Ms after which a handover counts as lost, because its process is dead. */
export const handoverTimeout = 5 * 60_000

/** Refusals for a missing mailbox after which an address is blocked. */
export const maxBounces = 2

/** Years after which consent to advertising must be confirmed (Network Act, article 50, paragraph 8). */
export const consentYears = 2

/** Prefix of all advertising, in these letters in every language (Network Act, enforcement decree). */
export const advertisingMark = '(광고)'

const hour = 3_600_000
const seoulOffset = 9 * hour

/** Hours in Seoul during which advertising needs a separate consent (Network Act, article 50, paragraph 3). */
const night = { from: 21, to: 8 }

const getSeoulHour = (at: Date): number => new Date(at.getTime() + seoulOffset).getUTCHours()

/** True from 21:00 to 08:00 in Seoul. */
export const isNight = (at: Date): boolean => getSeoulHour(at) >= night.from || getSeoulHour(at) < night.to

/** Returns the time itself during the day; at night the next 08:00 in Seoul. */
export const getNextDaytime = (at: Date): Date => {
  if (!isNight(at)) return at
  const local = new Date(at.getTime() + seoulOffset)
  const morning = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate(), night.to)
  const next = local.getUTCHours() >= night.from ? morning + 24 * hour : morning
  return new Date(next - seoulOffset)
}

/** Placeholders filled per recipient, with their name in each language. */
export const placeholderFields = {
  name: { ko: '이름', en: 'name', cn: '姓名' },
  username: { ko: '아이디', en: 'username', cn: '账号' },
  company: { ko: '회사', en: 'company', cn: '公司' },
  site: { ko: '사이트', en: 'site', cn: '网站' },
} as const satisfies Record<string, Record<Locale, string>>
export type Field = keyof typeof placeholderFields

const blank = /\{([^{}\n]{1,40})\}/g

const fieldsByName = new Map<string, Field>(
  (Object.entries(placeholderFields) as [Field, Record<Locale, string>][]).flatMap(([field, names]) =>
    [field, ...Object.values(names)].map((name): [string, Field] => [name, field]),
  ),
)

/** Returns the unknown placeholders of a text. */
export const findUnknownPlaceholders = (text: string): string[] =>
  [...text.matchAll(blank)].flatMap(([, name = '']) => (fieldsByName.has(name.trim()) ? [] : [name.trim()]))

/** Returns the placeholders a text uses, each once. */
export const listPlaceholders = (...texts: (string | undefined)[]): Field[] => [
  ...new Set(
    texts.flatMap((text) =>
      [...(text ?? '').matchAll(blank)].flatMap(([, name = '']) => fieldsByName.get(name.trim()) ?? []),
    ),
  ),
]

/** Fills in the placeholders of a text; one without a value gets the `missing` text of its field. */
export const fillPlaceholders = (
  text: string,
  values: Partial<Record<Field, string | null>>,
  missing: Record<Field, string>,
): string =>
  text.replace(blank, (match, name: string) => {
    const field = fieldsByName.get(name.trim())
    return field ? values[field]?.trim() || missing[field] : match
  })
