import { z } from 'zod'
import { type Locale, languageTag, locales } from '#kit/locale.ts'
import { getLocale, overwriteGetLocale } from '#messages/runtime.js'
import { readStored, writeStored } from './parts/values/account-storage.ts'

const shape = z.enum(locales)
const listeners = new Set<() => void>()

const showLocale = (locale: Locale) => {
  overwriteGetLocale(() => locale)
  document.documentElement.lang = languageTag[locale]
}

/** Applies the language this account chose in this browser; Korean by default. */
export const showChosenLocale = (userId: string): void => showLocale(readStored(userId, 'locale', shape) ?? 'ko')

/** Switches the console's language and stores it for this account. */
export const chooseLocale = (userId: string, locale: Locale): void => {
  writeStored(userId, 'locale', locale)
  showLocale(locale)
  for (const listener of [...listeners]) listener()
}

export const watchLocale = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Current language of the console; the server always responds in Korean. */
export const consoleLocale = (): Locale => getLocale()
