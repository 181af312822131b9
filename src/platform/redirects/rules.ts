import { withoutLocale } from '#kit/web/address.ts'

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** A path as it is kept and looked up: without language and closing slash, decoded, composed. */
export const pathOf = (path: string): string =>
  decoded(withoutLocale(path))
    .normalize('NFC')
    .replace(/(.)\/+$/, '$1')

/** A target as it is kept: a path of this site like one that is looked up, an absolute address as it is. */
export const targetOf = (to: string): string => {
  if (!to.startsWith('/')) return to
  const [, path = to, rest = ''] = /^([^?#]*)(.*)$/.exec(to) ?? []
  return pathOf(path) + rest
}

interface Wanted {
  fromPath: string
  toPath: string | null
  status: string
}

/** Why a redirect cannot be, by field; empty when it can. Loops over others are the database's to find. */
export const redirectFaults = ({ fromPath, toPath, status }: Wanted): Record<string, string> => {
  if (pathOf(fromPath) === '/') return { fromPath: 'address_path' }
  if (status === '410') return {}
  if (!toPath) return { toPath: 'required' }
  return targetOf(toPath) === pathOf(fromPath) ? { toPath: 'address_self' } : {}
}
