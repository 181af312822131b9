import Negotiator from 'negotiator'
import type { Locale } from '../locale.ts'

export type Coding = 'br' | 'gzip' | 'identity'

/** Supported encodings, best first; the order applies if the client has no preference. */
const offered: readonly Coding[] = ['br', 'gzip', 'identity']

/**
 * Returns the encodings a client accepts (RFC 9110, 12.5.3), best first. Never empty: a client that refuses all gets
 * the identity encoding.
 */
export const acceptedCodings = (header = ''): readonly Coding[] => {
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header.slice(0, 200) } })
  const accepted = negotiator.encodings(offered, { preferred: offered })
  return accepted.length > 0 ? accepted : ['identity']
}

/** Maps primary language subtags to locales. The first is used when the client accepts any language. */
const localeByLanguage: Record<string, Locale> = { ko: 'ko', en: 'en', zh: 'cn', cn: 'cn' }

/** Returns the locale for an Accept-Language header by its weights (RFC 9110, 12.5.4); Korean if none matches. */
export const negotiateLocale = (header = ''): Locale => {
  const negotiator = new Negotiator({ headers: { 'accept-language': header.slice(0, 400) } })
  return localeByLanguage[negotiator.language(Object.keys(localeByLanguage)) ?? 'ko'] ?? 'ko'
}

/**
 * Maximum characters of a memoized key. No legitimate URL or header is longer, and longer ones must not fill the
 * memory.
 */
const longestKey = 500

/** Memoizes a function by its argument; clears the whole memo once it holds `limit` results. */
export const memoize = <T>(limit: number, work: (key: string) => T): ((key: string) => T) => {
  const results = new Map<string, T>()
  return (key) => {
    const found = results.get(key)
    if (found !== undefined) return found
    const result = work(key)
    if (key.length > longestKey) return result
    if (results.size >= limit) results.clear()
    results.set(key, result)
    return result
  }
}

/** True if If-None-Match contains the entity tag (RFC 9110, 13.1.2: weak comparison, `*` matches any). */
export const matchesEntityTag = (header: string, tag: string): boolean => {
  if (header === tag) return true
  return header.split(',').some((part) => {
    const name = part.trim()
    return name === '*' || name === tag || name === `W/${tag}`
  })
}
