import { negotiateLocale } from '../i18n.ts'
import { type Locale, locales } from '../locale.ts'
import { remember } from './negotiate.ts'
import type { Answer } from './ready.ts'
import { type CacheScope, createScope } from './scope.ts'
import type { Source } from './tag-cache.ts'

export interface ApiAnswer {
  status: number
  body: unknown
  scope: CacheScope
}

export interface ApiSourceOptions {
  name: string
  /** Bytes, where it has less room than others. */
  room?: number
  /** Whether a cached route of the API has that path. */
  isCached(pathname: string): boolean
  /** Answers it; null when no cached route has that path. */
  answer(pathname: string, query: URLSearchParams, locale: Locale): Promise<ApiAnswer | null>
  /** What a failure looks like to a client. */
  refuse(error: unknown, locale: Locale): { status: number; body: unknown }
}

/** The public lists of the API: one answer for each address and language. */
export const apiSource = ({ name, room, isCached, answer, refuse }: ApiSourceOptions): Source => {
  const locale = remember(500, negotiateLocale)
  const isKept = remember(2000, (url) => {
    const { pathname, searchParams } = new URL(url, 'http://api')
    // A key that is given twice is the router's to refuse.
    return isCached(pathname) && new Set(searchParams.keys()).size === searchParams.size
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

  return {
    name,
    ...(room !== undefined && { room }),
    vary: 'Accept-Encoding, Accept-Language',
    keyOf: (url, acceptLanguage) =>
      url.startsWith('/api/v1/') && isKept(url) ? `${locale(acceptLanguage ?? '')} ${url}` : null,
    async make(key) {
      const language = locales.find((known) => key.startsWith(`${known} `)) ?? 'ko'
      const { pathname, searchParams } = new URL(key.slice(language.length + 1), 'http://api')
      try {
        const made = await answer(pathname, searchParams, language)
        if (made) return toAnswer(made, language)
        throw new Error(`${pathname} is declared as cached and was not answered`)
      } catch (error) {
        return toAnswer({ ...refuse(error, language), scope: createScope() }, language)
      }
    },
  }
}
