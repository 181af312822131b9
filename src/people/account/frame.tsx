import '#ui/tokens.css'
import '#ui/fallback-faces.css'
import '#ui/base.css'
import './account.css'
import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'
import { locales } from '#kit/locale.ts'
import { inLocale } from '#kit/web/address.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import { useSession } from '#session/use-session.ts'
import { FontSheets } from '#ui/fonts.tsx'
import { takeOverSubmit } from './early-submit.ts'
import styles from './frame.module.css'
import { Mark } from './mark.tsx'
import { Notice } from './notice.tsx'

const languageNames = { ko: '한국어', en: 'English', cn: '中文' } as const

/** A path in the language of the page. */
export const here = (path: string): string => inLocale(getLocale(), path)

/** Head and foot of the pages on which one joins, recovers an account and looks after it. */
export function Frame({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  const session = useSession()
  const locale = getLocale()
  useEffect(() => takeOverSubmit(document.querySelector<HTMLFormElement>('main form')), [])
  return (
    <div className={styles.page}>
      <a className={styles.skip} href="#content">
        {m.account_skip()}
      </a>
      <header className={styles.head}>
        <a className={styles.brand} href={here('/')} aria-label={m.login_home()}>
          <Mark />
          <span>{m.login_brand()}</span>
        </a>
        <nav className={styles.languages} aria-label={m.login_language()}>
          {locales.map((entry) => (
            <a
              key={entry}
              href={inLocale(entry, pathname) + search}
              lang={entry === 'cn' ? 'zh-Hans' : entry}
              aria-current={entry === locale ? 'page' : undefined}
            >
              {languageNames[entry]}
            </a>
          ))}
        </nav>
        <a className={styles.tool} href={here(session ? '/me' : '/login')}>
          {session ? m.account_me() : m.login_submit()}
        </a>
      </header>
      <main className={styles.main} id="content" tabIndex={-1}>
        <noscript>
          <Notice>
            {m.login_no_script()} <a href={here('/')}>{m.login_no_script_home()}</a>
          </Notice>
        </noscript>
        {children}
      </main>
      <footer className={styles.foot}>
        <a href={here('/terms/service')}>{m.account_terms()}</a>
        <a href={here('/terms/privacy')}>{m.account_privacy()}</a>
      </footer>
      <FontSheets />
    </div>
  )
}
