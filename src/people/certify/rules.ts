/** Channels that prove a contact by a code. */
export const codeChannels = ['EMAIL', 'SMS'] as const
export type CodeChannel = (typeof codeChannels)[number]

/** `IDENTITY`: an identity verification provider (본인인증) confirms the owner of a phone number. */
export const channels = [...codeChannels, 'IDENTITY'] as const
export type Channel = (typeof channels)[number]

/** Purposes of an identity verification. */
export const purposes = ['join'] as const
export type Purpose = (typeof purposes)[number]

const minute = 60_000

/** Lifetimes in ms of a code, of the wait before a new one, and of a proof. */
export const codeLifetime = 5 * minute
export const resendAfter = minute
export const proofLifetime = 60 * minute
export const maxAttempts = 5

/** Time limit of an identity verification from its start, and tolerated clock difference to the provider, in ms. */
export const identityLifetime = 30 * minute
export const clockTolerance = 5 * minute

const youngest = 14

/**
 * True if a person is old enough to join on `day`; both dates as `2001-05-30`. A birthday on 29 February counts from 1
 * March.
 */
export const isOldEnough = (birthDate: string, day: string): boolean =>
  `${String(Number(birthDate.slice(0, 4)) + youngest).padStart(4, '0')}${birthDate.slice(4)}` <= day

/** Limits on sent codes and links, per contact and per network. */
export const codeLimits = {
  contact: { max: 6, within: 60 * minute, gap: resendAfter },
  network: { max: 30, within: 60 * minute, gap: 0 },
}
