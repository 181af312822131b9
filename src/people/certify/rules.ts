import { z } from 'zod'

export const channels = ['EMAIL', 'SMS'] as const
export type Channel = (typeof channels)[number]

const minute = 60_000
/** How long a code can be entered, how soon another can be asked for, and how long what it proved can be used. */
export const codeLife = 5 * minute
export const resendAfter = minute
export const proofLife = 60 * minute
export const mostAttempts = 5

/** Codes and links that one contact, and one network, is sent. */
export const limits = {
  contact: { most: 6, within: 60 * minute, gap: resendAfter },
  network: { most: 30, within: 60 * minute, gap: 0 },
}

const Email = z.email().max(200)

/** An e-mail address as accounts have it; null when it is none. */
export const normaliseEmail = (given: string): string | null => {
  const email = Email.safeParse(given.normalize('NFC').trim().toLowerCase())
  return email.success ? email.data : null
}

/** A telephone number as E.164; without a country it is a Korean one. Null when it cannot be called. */
export const normalisePhone = (given: string): string | null => {
  const plain = given.normalize('NFKC').replace(/[\s().-]/g, '')
  const international = plain.replace(/^00/, '+').replace(/^0(?=[1-9])/, '+82')
  return /^\+[1-9]\d{6,14}$/.test(international) ? international : null
}

export const normaliseContact = (channel: Channel, given: string): string | null =>
  channel === 'EMAIL' ? normaliseEmail(given) : normalisePhone(given)
