import Negotiator from 'negotiator'
import type { Locale } from '../locale.ts'

export type Coding = 'br' | 'gzip' | 'identity'

/** Ours, best first: the order where a client does not mind. */
const offered: readonly Coding[] = ['br', 'gzip', 'identity']

/** The codings a client takes (RFC 9110, 12.5.3), best first. Never empty: a client that refuses all gets it uncoded. */
export const acceptedCodings = (header = ''): readonly Coding[] => {
  const asked = new Negotiator({ headers: { 'accept-encoding': header.slice(0, 200) } })
  const accepted = asked.encodings(offered, { preferred: offered })
  return accepted.length > 0 ? accepted : ['identity']
}

/** Primary language tags and what answers them; the first is the answer where any language will do. */
const spoken: Record<string, Locale> = { ko: 'ko', en: 'en', zh: 'cn', cn: 'cn' }

/** The language of an Accept-Language header by its weights (RFC 9110, 12.5.4); Korean when none fits. */
export const negotiateLocale = (header = ''): Locale => {
  const asked = new Negotiator({ headers: { 'accept-language': header.slice(0, 400) } })
  return spoken[asked.language(Object.keys(spoken)) ?? 'ko'] ?? 'ko'
}

/** No legitimate address or header is longer; longer ones must not fill the memory. */
const longestKey = 500

/** Remembers a function's answers by its argument; forgets all of them when there are `limit`. */
export const remember = <T>(limit: number, work: (key: string) => T): ((key: string) => T) => {
  const known = new Map<string, T>()
  return (key) => {
    const found = known.get(key)
    if (found !== undefined) return found
    const made = work(key)
    if (key.length > longestKey) return made
    if (known.size >= limit) known.clear()
    known.set(key, made)
    return made
  }
}

/** Whether If-None-Match names the entity tag (RFC 9110, 13.1.2: weak comparison, `*` names every one). */
export const namesTag = (header: string, tag: string): boolean => {
  if (header === tag) return true
  return header.split(',').some((part) => {
    const name = part.trim()
    return name === '*' || name === tag || name === `W/${tag}`
  })
}
