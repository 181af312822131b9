/** The longest request target that is looked at. Node itself takes 16 KB of request line and headers together. */
export const longestTarget = 8000

const hasControl = (text: string): boolean => /\p{Cc}/u.test(text)

/** Whether the percent signs of a path are UTF-8 (RFC 3629) and hide no control character. */
const isDecodable = (path: string): boolean => {
  if (!path.includes('%')) return true
  try {
    return !hasControl(decodeURIComponent(path))
  } catch {
    return false
  }
}

/**
 * The path and query of a request target (RFC 9112, 3.2): origin-form as it is, absolute-form without its origin. Null
 * for what no route may see: `*`, `//host`, a backslash, a fragment, a control character also where it is encoded,
 * percent signs that are no UTF-8.
 */
export const readTarget = (target: string): string | null => {
  const path = /^https?:\/\/[^/?#\\]+/i.exec(target)
  const origin = path ? target.slice(path[0].length) : target
  const url = path && !origin.startsWith('/') ? `/${origin}` : origin
  if (!url.startsWith('/') || url.startsWith('//') || /[\\#]/.test(url) || hasControl(url)) return null
  return isDecodable(url.split('?', 1)[0] ?? '') ? url : null
}

/**
 * The one spelling of a path: dot segments resolved, each segment decoded, composed (NFC) and encoded again as
 * `encodeURIComponent` does. Null where it cannot be decoded.
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
