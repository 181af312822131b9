import { type ClientLoaderFunctionArgs, redirectDocument, replace } from 'react-router'
import { m } from '#messages/messages.js'
import { findSession, type Session } from './session-tokens.ts'
import { showAlert } from './show-alert.ts'

/**
 * The route guard of the console. Without a token a path with 'console' in it goes on unchecked: the
 * console's own shell asks for the log-in then, so that the address is kept.
 */
export const judge = (
  path: string,
  session: Session | null,
  scope: readonly string[],
): 'proceed' | 'login' | 'forbidden' => {
  if (!session) return path.includes('console') ? 'proceed' : 'login'
  return scope.some((entry) => session.scope.includes(entry)) ? 'proceed' : 'forbidden'
}

/** Ends a navigation by loading another document in its place: the console and the public sites share no styles. */
export const replaceDocument = (path: string): Response => {
  const response = redirectDocument(path)
  response.headers.set('X-Remix-Replace', 'true')
  return response
}

/** Where a refused navigation ends: where it was begun, or the home page when it was the first of this tab. */
const previous = (target: URL): Response => {
  const here = window.location.pathname + window.location.search
  return here === target.pathname + target.search ? replaceDocument('/') : replace(here)
}

/** Lets a navigation to a route that declares `scope` go on, or says why not and goes back. */
export const guard = async ({ request }: Pick<ClientLoaderFunctionArgs, 'request'>, scope: readonly string[]) => {
  const session = await findSession()
  const target = new URL(request.url)
  const verdict = judge(target.pathname, session, scope)
  if (verdict === 'proceed') return session
  const back = previous(target)
  await showAlert(verdict === 'login' ? m.error_login_required() : m.error_forbidden())
  throw back
}

/** A `next` that stays within the site; anything else becomes `fallback`. */
export const safeNext = (next: string | null | undefined, fallback: string): string => {
  if (!next || !/^\/(?![/\\])[^\\\s\p{Cc}]*$/u.test(next)) return fallback
  const url = new URL(next, window.location.origin)
  const stays = url.origin === window.location.origin && !url.pathname.startsWith('//')
  return stays && !/^(\/(en|cn))?\/login\/?$/.test(url.pathname) ? url.pathname + url.search + url.hash : fallback
}

/** The log-in page that leads back to `path`. */
export const loginPath = (path: string): string => `/login?next=${encodeURIComponent(path)}`
