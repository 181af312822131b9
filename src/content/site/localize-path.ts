import { inLocale } from '#kit/web/addresses/locale-path.ts'
import { locatePath } from '#kit/web/addresses/site-locations.ts'
import { getLocale } from '#messages/runtime.js'

/** Returns an internal path in the current locale; external URLs are unchanged. */
export const localizePath = (path: string): string =>
  path.startsWith('/') ? locatePath(inLocale(getLocale(), path)) : path
