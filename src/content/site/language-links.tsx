import { useLocation } from 'react-router'
import { languageTag, locales } from '#kit/locale.ts'
import { inLocale, withoutLocale } from '#kit/web/addresses/locale-path.ts'
import { getLocale } from '#messages/runtime.js'

const names = { ko: '한국어', en: 'English', cn: '中文' } as const

/** Returns the name of the current language in that language. */
export const getLanguageName = (): string => names[getLocale()]

/** Links to the page in each language. A language is a separate document, so these are plain links. */
export function LanguageLinks({ className, linkClassName }: { className?: string; linkClassName?: string }) {
  const { pathname, search } = useLocation()
  const address = withoutLocale(pathname) + search
  return (
    <ul className={className}>
      {locales.map((locale) => (
        <li key={locale}>
          <a
            className={linkClassName}
            href={inLocale(locale, address)}
            hrefLang={languageTag[locale]}
            lang={languageTag[locale]}
            aria-current={locale === getLocale() ? 'true' : undefined}
          >
            {names[locale]}
          </a>
        </li>
      ))}
    </ul>
  )
}
