/** Advertising channels; each needs a separate consent. */
export const channels = ['EMAIL', 'SMS', 'PHONE'] as const
export type Channel = (typeof channels)[number]

/** Terms that members are asked for, by code, in screen order. Codes without a published version are skipped. */
export const offeredTerms = [
  { code: 'service', required: true },
  { code: 'privacy', required: true },
  { code: 'marketing', required: false },
] as const

export type ConsentSubject = `terms:${string}` | 'age' | 'night' | `channel:${Channel}`
export type ConsentSource = 'join' | 'me' | 'link'

export const isRequired = (code: string): boolean => offeredTerms.some((item) => item.code === code && item.required)
