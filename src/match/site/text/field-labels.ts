import { languageTag } from '#kit/locale.ts'
import { getLocale } from '#messages/runtime.js'

/** Country name for an ISO 3166 code. For loaders only: the first use of `Intl` in a browser is slow. */
export const countryName = (code: string): string =>
  new Intl.DisplayNames([languageTag[getLocale()]], { type: 'region', fallback: 'code' }).of(code) ?? code

/** Language name for an ISO 639 code. For loaders only. */
export const languageName = (code: string): string =>
  new Intl.DisplayNames([languageTag[getLocale()]], { type: 'language', fallback: 'code' }).of(code) ?? code
