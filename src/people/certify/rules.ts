import { z } from 'zod'

/** Ways to prove a contact by a code that is sent to it. */
export const codeChannels = ['EMAIL', 'SMS'] as const
export type CodeChannel = (typeof codeChannels)[number]
/** `IDENTITY`: a provider of identity verification (본인인증) says whose telephone it is. */
export const channels = [...codeChannels, 'IDENTITY'] as const
export type Channel = (typeof channels)[number]

/** What an identity may be verified for. */
export const purposes = ['join'] as const
export type Purpose = (typeof purposes)[number]

const minute = 60_000
/** How long a code can be entered, how soon another can be asked for, and how long what it proved can be used. */
export const codeLife = 5 * minute
export const resendAfter = minute
export const proofLife = 60 * minute
export const mostAttempts = 5
/** How long a verification of an identity may take from its beginning; how far the provider's clock may differ. */
export const identityLife = 30 * minute
export const clockDifference = 5 * minute

const youngest = 14
/** Whether somebody is old enough to join on a day; both as `2001-05-30`. Who was born on 29 February is so on 1 March. */
export const isOldEnough = (birthDate: string, day: string): boolean =>
  `${String(Number(birthDate.slice(0, 4)) + youngest).padStart(4, '0')}${birthDate.slice(4)}` <= day

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

export const normaliseContact = (channel: CodeChannel, given: string): string | null =>
  channel === 'EMAIL' ? normaliseEmail(given) : normalisePhone(given)
