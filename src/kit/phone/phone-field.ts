import { z } from 'zod'
import { parsePhone } from './parse-phone.ts'

/** Longest accepted spelling, with label and spaces. */
export const maxPhoneText = 40

const phoneField = (isEmptyAllowed: boolean) =>
  z
    .string()
    .trim()
    .max(maxPhoneText)
    .transform((text, context) => {
      if (text === '' && isEmptyAllowed) return text
      const { phone, fault } = parsePhone(text)
      if (phone !== undefined) return phone
      context.addIssue({ code: 'custom', message: fault })
      return z.NEVER
    })

/** Telephone number in any spelling; its output is the stored form, E.164. Answers show it by `formatPhone`. */
export const Phone = phoneField(false)

/** The same, or '' for none. */
export const OptionalPhone = phoneField(true)
