import { z } from 'zod'
import type { CodeChannel } from '../rules.ts'

const Email = z.email().max(200)

/** Normalizes an e-mail address; null if it is invalid. */
export const normalizeEmail = (typed: string): string | null => {
  const email = Email.safeParse(typed.normalize('NFC').trim().toLowerCase())
  return email.success ? email.data : null
}

/** Normalizes a phone number to E.164, Korean without a country code; null if it is invalid. */
export const normalizePhone = (given: string): string | null => {
  const digits = given.normalize('NFKC').replace(/[\s().-]/g, '')
  const international = digits.replace(/^00/, '+').replace(/^0(?=[1-9])/, '+82')
  return /^\+[1-9]\d{6,14}$/.test(international) ? international : null
}

export const normalizeContact = (channel: CodeChannel, given: string): string | null =>
  channel === 'EMAIL' ? normalizeEmail(given) : normalizePhone(given)
