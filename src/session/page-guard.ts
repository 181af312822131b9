import { type ClientLoaderFunctionArgs, redirectDocument, replace } from 'react-router'
import { m } from '#messages/messages.js'
import { findSession, type Session } from './session-tokens.ts'
import { showAlert } from './show-alert.ts'

/**
 * Decides on a navigation to a guarded route. Without a session, paths containing 'console' proceed: the console's
 * shell shows the log-in itself and keeps the address.
 */
export const checkAccess = (
  path: string,
  session: Session | null,
  scope: readonly string[],
): 'proceed' | 'login' | 'forbidden' => {
  if (!session) return path.includes('console') ? 'proceed' : 'login'
  return scope.some((entry) => session.scope.includes(entry)) ? 'proceed' : 'forbidden'
}

/** Replaces the document instead of navigating in place: the console and the public sites share no styles. */
export const replaceDocument = (path: string): Response => {
  const response = redirectDocument(path)
  response.headers.set('X-Remix-Replace', 'true')
  return response
}

/** Destination of a refused navigation: where it began, or the home page if it was the tab's first. */
const findPreviousPage = (target: URL): Response => {
  const currentPath = window.location.pathname + window.location.search
  return currentPath === target.pathname + target.search ? replaceDocument('/') : replace(currentPath)
}

/** Admits a navigation to a route with `scope`; otherwise shows the reason and goes back. */
export const guardRoute = async ({ request }: Pick<ClientLoaderFunctionArgs, 'request'>, scope: readonly string[]) => {
  const session = await findSession()
  const target = new URL(request.url)
  const decision = checkAccess(target.pathname, session, scope)
  if (decision === 'proceed') return session
  const back = findPreviousPage(target)
  await showAlert(decision === 'login' ? m.error_login_required() : m.error_forbidden())
  throw back
}

/** Returns `next` if it stays within the site and is not the log-in page, otherwise `fallback`. */
export const safeNext = (next: string | null | undefined, fallback: string): string => {
  if (!next || !/^\/(?![/\\])[^\\\s\p{Cc}]*$/u.test(next)) return fallback
  const url = new URL(next, window.location.origin)
  const isOwnSite = url.origin === window.location.origin && !url.pathname.startsWith('//')
  return isOwnSite && !/^(\/(en|cn))?\/login\/?$/.test(url.pathname) ? url.pathname + url.search + url.hash : fallback
}

/** Address of the log-in page that returns to `path`. */
export const loginPath = (path: string): string => `/login?next=${encodeURIComponent(path)}`
