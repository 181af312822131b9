import { m } from '#messages/messages.js'
import { negotiateLocale } from '../../cache/negotiate.ts'
import { type Locale, languageTag } from '../../locale.ts'
import { localeOfPath } from '../../web/addresses/locale-path.ts'
import { type RenderedError, renderError } from './render-error.ts'

/** Known facts about a request that reached no route. */
export interface LoggedAnswer {
  /** Request target; '' if unreadable. */
  target: string
  accept: string | undefined
  acceptLanguage: string | undefined
}

export interface EdgeAnswer {
  status: number
  /** Header names in lower case. */
  headers: Record<string, string>
  body: string
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const wordsOf = ({ status, body }: RenderedError, locale: Locale): [title: string, text: string] => {
  const options = { locale }
  if (status === 404) return [m.failure_missing_title({}, options), m.failure_missing_text({}, options)]
  if (status >= 500) return [m.failure_broken_title({}, options), body.message]
  return [body.message, '']
}

/** Renders a page without scripts, styles or pictures, because other resources may be unavailable. */
const pageOf = (rendered: RenderedError, locale: Locale): string => {
  const [title, text] = wordsOf(rendered, locale).map(escaped)
  return [
    `<!DOCTYPE html><html lang="${languageTag[locale]}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    `<title>${title}</title></head><body><main><h1>${title}</h1>${text && `<p>${text}</p>`}`,
    `<p><a href="${locale === 'ko' ? '/' : `/${locale}`}">${escaped(m.failure_home({}, { locale }))}</a></p>`,
    '</main></body></html>',
  ].join('')
}

const isOfApi = (target: string): boolean => /^\/(?:api|files)(?:[/?]|$)/.test(target)

/**
 * Creates the answer to a request that does not reach the router, from the common error renderer: a small page for
 * browsers, JSON otherwise. The language is that of the path, else of Accept-Language, else Korean.
 */
export const edgeAnswer = (
  error: unknown,
  { target, accept, acceptLanguage }: LoggedAnswer,
  requestId: string,
): EdgeAnswer => {
  const named = isOfApi(target) ? 'ko' : localeOfPath(target)
  const locale = named === 'ko' ? negotiateLocale(acceptLanguage) : named
  const rendered = renderError(error, locale, requestId)
  const isPage = !isOfApi(target) && /\btext\/html\b/i.test(accept ?? '')
  const body = isPage ? pageOf(rendered, locale) : JSON.stringify(rendered.body)
  return {
    status: rendered.status,
    headers: {
      ...rendered.headers,
      'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      'content-language': languageTag[locale],
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    },
    body,
  }
}
