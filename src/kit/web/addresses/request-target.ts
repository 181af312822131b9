/** Maximum length of a request target. Node itself accepts 16 KB of request line and headers in total. */
export const maxTargetLength = 8000

const hasControl = (text: string): boolean => /\p{Cc}/u.test(text)

/** True if the percent-encoding of a path is valid UTF-8 (RFC 3629) without control characters. */
const isDecodable = (path: string): boolean => {
  if (!path.includes('%')) return true
  try {
    return !hasControl(decodeURIComponent(path))
  } catch {
    return false
  }
}

/**
 * Returns path and query of a request target (RFC 9112, 3.2): origin-form unchanged, absolute-form without its origin.
 * Returns null for targets that no route may see: `*`, `//host`, a backslash, a fragment, a control character (also
 * encoded), or percent-encoding that is not UTF-8.
 */
export const readTarget = (target: string): string | null => {
  const path = /^https?:\/\/[^/?#\\]+/i.exec(target)
  const origin = path ? target.slice(path[0].length) : target
  const url = path && !origin.startsWith('/') ? `/${origin}` : origin
  if (!url.startsWith('/') || url.startsWith('//') || /[\\#]/.test(url) || hasControl(url)) return null
  return isDecodable(url.split('?', 1)[0] ?? '') ? url : null
}

/**
 * Returns the canonical path: dot segments resolved, each segment decoded, composed (NFC) and encoded like
 * `encodeURIComponent`. Returns null if it cannot be decoded.
 */
export const canonicalPath = (path: string): string | null => {
  try {
    return new URL(path, 'http://path').pathname
      .split('/')
      .map((segment) => encodeURIComponent(decodeURIComponent(segment).normalize('NFC')))
      .join('/')
  } catch {
    return null
  }
}
