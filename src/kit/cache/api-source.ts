import { type Locale, locales } from '../locale.ts'
import { canonicalPath } from '../web/addresses/request-target.ts'
import { type CacheScope, createCacheScope } from './cache-scope.ts'
import type { Answer } from './encoded-answer.ts'
import { memoize, negotiateLocale } from './negotiate.ts'
import type { Source } from './tag-cache.ts'

export interface ApiAnswer {
  status: number
  body: unknown
  scope: CacheScope
}

export interface ApiSourcesOptions {
  /** Cache mode of the API route at that path; null if the route is not cached. */
  cachedAs(pathname: string): true | 'apart' | null
  /** Answers the request; null if no cached route has that path. */
  answer(pathname: string, query: URLSearchParams, locale: Locale): Promise<ApiAnswer | null>
  /** Converts an error to the status and body sent to the client. */
  refuse(error: unknown, locale: Locale): { status: number; body: unknown }
}

type Room = 'api' | 'api filtered' | 'api apart'

/** Maximum bytes of cached answers whose URLs a client can invent. */
const smallPoolBytes = 4 * 1024 * 1024

/**
 * Creates the cache sources of the public API lists, with one answer per URL and language. URLs with a query have their
 * own pool: clients can invent values, so they may evict only each other.
 */
export const apiSources = ({ cachedAs, answer, refuse }: ApiSourcesOptions): Source[] => {
  const locale = memoize(500, negotiateLocale)
  const addressOf = memoize(2000, (url): { room: Room; address: string } | null => {
    const [pathname = ''] = url.split('?', 1)
    const cached = cachedAs(pathname)
    // Leave other spellings of the path and repeated query keys to the router, which answers or refuses them.
    if (!cached || canonicalPath(pathname) !== pathname) return null
    const query = new URLSearchParams(url.slice(pathname.length))
    if (new Set(query.keys()).size !== query.size) return null
    query.sort()
    return {
      room: cached === 'apart' ? 'api apart' : query.size > 0 ? 'api filtered' : 'api',
      address: query.size > 0 ? `${pathname}?${query}` : pathname,
    }
  })

  const toAnswer = ({ status, body, scope }: ApiAnswer, language: Locale): Answer => ({
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-language': language === 'cn' ? 'zh-Hans' : language,
      'x-content-type-options': 'nosniff',
    },
    body: Buffer.from(JSON.stringify(body)),
    scope,
  })

  const make = async (key: string): Promise<Answer> => {
    const language = locales.find((candidate) => key.startsWith(`${candidate} `)) ?? 'ko'
    const { pathname, searchParams } = new URL(key.slice(language.length + 1), 'http://api')
    try {
      const answered = await answer(pathname, searchParams, language)
      if (answered) return toAnswer(answered, language)
      throw new Error(`${pathname} is declared as cached and was not answered`)
    } catch (error) {
      return toAnswer({ ...refuse(error, language), scope: createCacheScope() }, language)
    }
  }
  const sourceOf = (room: Room): Source => ({
    name: room,
    ...(room !== 'api' && { maxBytes: smallPoolBytes }),
    vary: 'Accept-Encoding, Accept-Language',
    keyOf(url, acceptLanguage) {
      const found = url.startsWith('/api/v1/') ? addressOf(url) : null
      return found?.room === room ? `${locale(acceptLanguage ?? '')} ${found.address}` : null
    },
    produce: make,
  })
  return [sourceOf('api'), sourceOf('api filtered'), sourceOf('api apart')]
}
