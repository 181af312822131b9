import type { z } from 'zod'
import { m } from '#messages/messages.js'
import type { Locale } from './contract.ts'

type Message = (inputs: Record<never, never>, options: { locale: Locale }) => string

/** Messages of the codes named by schemas and rules (`{ error: 'slug' }`); modules add their own. */
const messagesByCode = new Map<string, Message>(
  Object.entries({
    link: m.field_link,
    slug: m.field_slug,
    phone: m.field_phone,
    phone_short: m.field_phone_short,
    phone_long: m.field_phone_long,
    phone_abroad: m.field_phone_abroad,
    phone_text: m.field_phone_text,
    bank_account: m.field_bank_account,
    choose: m.field_choose,
    taken: m.field_taken,
    required: m.field_required,
    period: m.field_period,
    unknown_file: m.field_unknown_file,
    file_kind: m.field_file_kind,
    file_empty: m.field_file_empty,
    file_ending: m.field_file_ending,
    heic: m.field_heic,
    file_size: m.field_file_size,
    pixels: m.field_pixels,
    line_break: m.field_line_break,
    date: m.field_date,
    characters: m.field_characters,
    unknown_part: m.field_unknown_part,
  }),
)

/**
 * Registers messages for a module's own codes. Call it where the contract is declared, so that both server and forms
 * know them. Throws if a code already has another message.
 */
export const fieldMessages = (messages: Readonly<Record<string, Message>>): void => {
  for (const [code, message] of Object.entries(messages)) {
    const known = messagesByCode.get(code)
    if (known && known !== message) throw new Error(`The code ${code} has a message already.`)
    messagesByCode.set(code, message)
  }
}

export const hasFieldMessage = (code: string): boolean => messagesByCode.has(code)

/** Returns the message of a field code in the visitor's language; a generic message for unknown codes. */
export const fieldMessage = (code: string, locale: Locale): string =>
  (messagesByCode.get(code) ?? m.field_invalid)({}, { locale })

/** Returns the message of a zod issue in the visitor's language; the same on the server and in forms. */
export const issueMessage = (issue: z.core.$ZodIssue | z.core.$ZodRawIssue, locale: Locale): string => {
  const options = { locale }
  if (issue.message !== undefined && messagesByCode.has(issue.message)) return fieldMessage(issue.message, locale)
  switch (issue.code) {
    case 'too_small':
      if (issue.origin === 'string')
        return issue.minimum === 1
          ? m.field_required({}, options)
          : m.field_too_short({ minimum: Number(issue.minimum) }, options)
      if (issue.origin === 'array') return m.field_too_few({ minimum: Number(issue.minimum) }, options)
      return m.field_at_least({ minimum: Number(issue.minimum) }, options)
    case 'too_big':
      if (issue.origin === 'string') return m.field_too_long({ maximum: Number(issue.maximum) }, options)
      if (issue.origin === 'array') return m.field_too_many({ maximum: Number(issue.maximum) }, options)
      return m.field_at_most({ maximum: Number(issue.maximum) }, options)
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? m.field_required({}, options)
        : m.field_type({}, options)
    case 'unrecognized_keys':
      return m.field_unknown({ names: issue.keys.join(', ') }, options)
    case 'invalid_value':
      return m.field_choice({ choices: issue.values.map(String).join(', ') }, options)
    case 'invalid_format':
      if (issue.format === 'email') return m.field_email({}, options)
      if (issue.format === 'datetime' || issue.format === 'date') return m.field_date({}, options)
      if (issue.format === 'uuid') return m.field_id({}, options)
      return m.field_invalid({}, options)
    default:
      return m.field_invalid({}, options)
  }
}

/** Returns the field paths of an issue, as in `fields`: `texts.ko.subject`. For unknown keys, one path per key. */
export const issuePaths = (issue: z.core.$ZodIssue): string[] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => [...issue.path, key].join('.'))
    : [issue.path.join('.') || 'body']
