import { z } from 'zod'
import { AppError } from '#kit/errors.ts'
import { normalizePhone, parsePhone } from '#kit/phone/parse-phone.ts'
import type { CodeChannel } from '../rules.ts'

const Email = z.email().max(200)

/** Normalizes an e-mail address; null if it is invalid. */
const normalizeEmail = (typed: string): string | null => {
  const email = Email.safeParse(typed.normalize('NFC').trim().toLowerCase())
  return email.success ? email.data : null
}

/** Returns the stored form of an e-mail address or phone number; null if it is invalid. */
export const normalizeContact = (channel: CodeChannel, given: string): string | null =>
  channel === 'EMAIL' ? normalizeEmail(given) : normalizePhone(given)

/** Returns the stored form of a contact; throws `invalid` with the reason. */
export const requireContact = (channel: CodeChannel, given: string): string => {
  const contact = normalizeContact(channel, given)
  if (contact !== null) return contact
  const fault = channel === 'EMAIL' ? 'contact_email' : (parsePhone(given).fault ?? 'phone')
  throw new AppError('invalid', { fields: { contact: fault } })
}
