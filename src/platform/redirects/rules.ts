import { withoutLocale } from '#kit/web/addresses/locale-path.ts'

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** A decoded path without language as it is kept and looked up: composed, without closing slash. */
export const keptPath = (path: string): string => path.normalize('NFC').replace(/(.)\/+$/, '$1')

/** A path as people write it, as it is kept: without language and closing slash, decoded, composed. */
export const pathOf = (path: string): string => keptPath(decoded(withoutLocale(path)))

/** A target as it is kept: a path of this site like one that is looked up, an absolute address as it is. */
export const targetOf = (to: string): string => {
  if (!to.startsWith('/')) return to
  const [, path = to, rest = ''] = /^([^?#]*)(.*)$/.exec(to) ?? []
  return pathOf(path) + rest
}

const hasControl = (text: string): boolean => /\p{Cc}/u.test(text)

interface Wanted {
  fromPath: string
  toPath: string | null
  status: string
}

/** Why a redirect cannot be, by field; empty when it can. Loops over others are the database's to find. */
export const redirectFaults = ({ fromPath, toPath, status }: Wanted): Record<string, string> => {
  // Encoded control characters are control characters once they are decoded.
  if (pathOf(fromPath) === '/' || hasControl(pathOf(fromPath))) return { fromPath: 'address_path' }
  if (status === '410') return {}
  if (!toPath) return { toPath: 'required' }
  if (hasControl(targetOf(toPath))) return { toPath: 'link' }
  return targetOf(toPath) === pathOf(fromPath) ? { toPath: 'address_self' } : {}
}
