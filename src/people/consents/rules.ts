/** Ways in which advertising may be sent; each is agreed to by itself. */
export const channels = ['EMAIL', 'SMS', 'PHONE'] as const
export type Channel = (typeof channels)[number]

/** Terms that members are asked for, by their code, in the order of the screen. One without a version is not asked. */
export const askedTerms = [
  { code: 'service', required: true },
  { code: 'privacy', required: true },
  { code: 'marketing', required: false },
] as const

export type Subject = `terms:${string}` | 'age' | 'night' | `channel:${Channel}`
export type How = 'join' | 'me' | 'link'

export const isRequired = (code: string): boolean => askedTerms.some((one) => one.code === code && one.required)
