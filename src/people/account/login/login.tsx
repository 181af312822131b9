import '#ui/tokens.css'
import '#ui/fallback-faces.css'
import '#ui/base.css'
import '../account.css'
import { clsx } from 'clsx'
import { useState } from 'react'
import { type MetaDescriptor, useSearchParams } from 'react-router'
import { locales } from '#kit/locale.ts'
import { inLocale } from '#kit/web/addresses/locale-path.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import type { SecondStep } from '#session/log-in.ts'
import { FontSheets } from '#ui/fonts.tsx'
import { Notice } from '../forms/notice.tsx'
import { useAccountTheme } from '../theme/account-theme.ts'
import { CodeStep } from './code-step.tsx'
import elevation from './elevation.svg'
import styles from './login.module.css'
import { LoginForm } from './login-form.tsx'
import { PasskeyButton } from './passkey-button.tsx'

export { AccountPageFailure as ErrorBoundary } from '../layout/account-failure.tsx'
export { loadFrame as loader, reuseFrame as clientLoader } from '../layout/frame-data.ts'
export { accountHandle as handle } from '../theme/account-theme.ts'

export const meta = (): MetaDescriptor[] => [
  { title: `${m.login_title()} · ${m.login_brand()}` },
  { name: 'robots', content: 'noindex' },
]

const languageNames = { ko: '한국어', en: 'English', cn: '中文' } as const

export default function Login() {
  const { frame, brands, mark, themeClass } = useAccountTheme()
  const [search] = useSearchParams()
  const next = search.get('next')
  const isForConsole = next !== null && /^\/console(?![\w-])/.test(next)
  const locale = getLocale()
  const query = search.size > 0 ? `?${search}` : ''
  const [step, setStep] = useState<SecondStep | null>(null)
  const [endReason, setEndReason] = useState('')
  const returnToForm = (sentence = '') => {
    setStep(null)
    setEndReason(sentence)
  }
  return (
    <div className={styles.page} {...mark}>
      <div className={styles.side}>
        <header className={styles.head}>
          {brands.map(({ name, home, title, Logo }) => (
            <a
              key={name}
              className={clsx(styles.brand, themeClass(name))}
              href={home(frame)}
              aria-label={m.login_home({ name: title(frame) })}
            >
              <Logo frame={frame} />
            </a>
          ))}
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
          {step ? (
            <>
              <button type="button" className={styles.back} onClick={() => returnToForm()}>
                ← {step.username}
              </button>
              <h1 className={styles.title}>{m.second_step_title()}</h1>
              <p className={styles.lead}>{m.second_step_lead()}</p>
            </>
          ) : isForConsole ? (
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
          {/* Stays mounted below the second step, because it leaves the page once a session has started. */}
          <div hidden={step !== null}>
            <LoginForm next={next} isLoggedOut={search.has('out')} endReason={endReason} onStep={setStep} />
            <p className={styles.others}>
              <a href={inLocale(locale, '/join')}>{m.login_join()}</a>
              <a href={inLocale(locale, '/recovery')}>{m.login_recover()}</a>
            </p>
          </div>
          {step && (
            <CodeStep key={step.pending} step={step} onOver={returnToForm} quiet>
              <PasskeyButton onFailed={returnToForm} />
              <details>
                <summary>{m.second_step_lost()}</summary>
                <p>{m.second_step_lost_text()}</p>
              </details>
            </CodeStep>
          )}
        </main>
        <footer className={styles.foot}>{isForConsole ? m.login_foot() : m.login_public_foot()}</footer>
      </div>
      <div className={styles.picture} aria-hidden="true">
        {brands.map(({ name }) =>
          name === 'marketplace' ? (
            <div key={name} className={clsx(styles.booths, themeClass(name))} />
          ) : (
            <div key={name} className={clsx(styles.elevation, themeClass(name))}>
              <img src={elevation} alt="" />
              <p className={styles.caption}>
                <span>1 / 250</span>
                <span>{m.login_caption()}</span>
              </p>
            </div>
          ),
        )}
      </div>
      <FontSheets />
    </div>
  )
}
