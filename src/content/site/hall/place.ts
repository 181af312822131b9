import { inLocale } from '#kit/web/addresses/locale-path.ts'
import { locatePath } from '#kit/web/addresses/site-locations.ts'
import { getLocale } from '#messages/runtime.js'

/** An address of this platform in the language of the page; what leads out of it stays as it is. */
export const place = (path: string): string => (path.startsWith('/') ? locatePath(inLocale(getLocale(), path)) : path)
