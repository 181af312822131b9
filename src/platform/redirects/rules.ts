import { withoutLocale } from '#kit/web/addresses/locale-path.ts'

const decodePath = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Normalizes a decoded path without language for storage and lookup: NFC, without trailing slash. */
export const normalizePath = (path: string): string => path.normalize('NFC').replace(/(.)\/+$/, '$1')

/** Normalizes a typed path: without language and trailing slash, decoded, NFC. */
export const parseSourcePath = (path: string): string => normalizePath(decodePath(withoutLocale(path)))

/** Normalizes a target: site paths like a source, absolute addresses unchanged. */
export const normalizeTarget = (to: string): string => {
  if (!to.startsWith('/')) return to
  const [, path = to, rest = ''] = /^([^?#]*)(.*)$/.exec(to) ?? []
  return parseSourcePath(path) + rest
}

const hasControl = (text: string): boolean => /\p{Cc}/u.test(text)

interface RedirectTarget {
  fromPath: string
  toPath: string | null
  status: string
}

/** Errors of a redirect by field; empty if valid. Loops with other redirects are checked in the database. */
export const findRedirectErrors = ({ fromPath, toPath, status }: RedirectTarget): Record<string, string> => {
  // Also rejects percent-encoded control characters.
  if (parseSourcePath(fromPath) === '/' || hasControl(parseSourcePath(fromPath))) return { fromPath: 'address_path' }
  if (status === '410') return {}
  if (!toPath) return { toPath: 'required' }
  if (hasControl(normalizeTarget(toPath))) return { toPath: 'link' }
  return normalizeTarget(toPath) === parseSourcePath(fromPath) ? { toPath: 'address_self' } : {}
}
