import type { Locale } from '../../locale.ts'

/** Returns the language of a path: `/en…`, `/cn…`, Korean otherwise. */
export const localeOfPath = (path: string): Locale => {
  const [, first = ''] = path.split(/[/?#.]/, 2)
  return first === 'en' || first === 'cn' ? first : 'ko'
}

/** Removes the language from a path: `/en/story` → `/story`, `/en` → `/`. */
export const withoutLocale = (path: string): string =>
  localeOfPath(path) === 'ko' ? path : path.slice(3).replace(/^(?!\/)/, '/')

/** Returns the path in a language: (`en`, `/story`) → `/en/story`, (`en`, `/`) → `/en`. */
export const inLocale = (locale: Locale, path: string): string => {
  const bare = withoutLocale(path)
  if (locale === 'ko') return bare
  return bare === '/' || /^\/[?#]/.test(bare) ? `/${locale}${bare.slice(1)}` : `/${locale}${bare}`
}
