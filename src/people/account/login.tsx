import '#ui/tokens.css'
import '#ui/fallback-faces.css'
import '#ui/base.css'
import './account.css'
import { type MetaDescriptor, useSearchParams } from 'react-router'
import { locales } from '#kit/locale.ts'
import { inLocale } from '#kit/web/address.ts'
import type { PageHandle } from '#kit/web/handle.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import { FontSheets } from '#ui/fonts.tsx'
import { earlySubmitScript } from './early-submit.ts'
import elevation from './elevation.svg'
import styles from './login.module.css'
import { LoginForm } from './login-form.tsx'
import { Mark } from './mark.tsx'
import { Notice } from './notice.tsx'

export const handle: PageHandle = { wake: 'now', script: earlySubmitScript }

export const meta = (): MetaDescriptor[] => [
  { title: `${m.login_title()} · ${m.login_brand()}` },
  { name: 'robots', content: 'noindex' },
]

const languageNames = { ko: '한국어', en: 'English', cn: '中文' } as const

export default function Login() {
  const [search] = useSearchParams()
  const next = search.get('next')
  const isForConsole = next !== null && /^\/console(?![\w-])/.test(next)
  const locale = getLocale()
  const query = search.size > 0 ? `?${search}` : ''
  return (
    <div className={styles.page}>
      <div className={styles.side}>
        <header className={styles.head}>
          <a className={styles.brand} href={inLocale(locale, '/')} aria-label={m.login_home()}>
            <Mark />
            <span>{m.login_brand()}</span>
          </a>
          {isForConsole && <span className={styles.area}>{m.login_area()}</span>}
          <nav className={styles.languages} aria-label={m.login_language()}>
            {locales.map((entry) => (
              <a
                key={entry}
                href={inLocale(entry, '/login') + query}
                lang={entry === 'cn' ? 'zh-Hans' : entry}
                aria-current={entry === locale ? 'page' : undefined}
              >
                {languageNames[entry]}
              </a>
            ))}
          </nav>
        </header>
        <main className={styles.main}>
          {isForConsole ? (
            <h1 className={styles.title}>
              {m.login_heading_1()}
              <br />
              {m.login_heading_2()}
            </h1>
          ) : (
            <>
              <h1 className={styles.title}>{m.login_title()}</h1>
              <p className={styles.lead}>{m.login_public_lead()}</p>
            </>
          )}
          <noscript>
            <Notice>
              {m.login_no_script()} <a href={inLocale(locale, '/')}>{m.login_no_script_home()}</a>
            </Notice>
          </noscript>
          <LoginForm next={next} left={search.has('out')} />
          <p className={styles.others}>
            <a href={inLocale(locale, '/join')}>{m.login_join()}</a>
            <a href={inLocale(locale, '/recovery')}>{m.login_recover()}</a>
          </p>
        </main>
        <footer className={styles.foot}>{isForConsole ? m.login_foot() : m.login_public_foot()}</footer>
      </div>
      <div className={styles.picture} aria-hidden="true">
        <img src={elevation} alt="" />
        <p className={styles.caption}>
          <span>1 / 250</span>
          <span>{m.login_caption()}</span>
        </p>
      </div>
      <FontSheets />
    </div>
  )
}
