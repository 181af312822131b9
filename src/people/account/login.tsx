import '#ui/tokens.css'
import '#ui/fallback-faces.css'
import '#ui/base.css'
import './account.css'
import { useState } from 'react'
import { type MetaDescriptor, useSearchParams } from 'react-router'
import { locales } from '#kit/locale.ts'
import { inLocale } from '#kit/web/address.ts'
import type { PageHandle } from '#kit/web/handle.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import type { SecondStep } from '#session/log-in.ts'
import { FontSheets } from '#ui/fonts.tsx'
import { CodeStep } from './code-step.tsx'
import { earlySubmitScript } from './early-submit.ts'
import elevation from './elevation.svg'
import styles from './login.module.css'
import { LoginForm } from './login-form.tsx'
import { Mark } from './mark.tsx'
import { Notice } from './notice.tsx'
import { PasskeyButton } from './passkey-button.tsx'

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
  const [step, setStep] = useState<SecondStep | null>(null)
  const [over, setOver] = useState('')
  const back = (sentence = '') => {
    setStep(null)
    setOver(sentence)
  }
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
          {step ? (
            <>
              <button type="button" className={styles.back} onClick={() => back()}>
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
          {/* It stays under the second step: it is what leaves the page once a session has begun. */}
          <div hidden={step !== null}>
            <LoginForm next={next} left={search.has('out')} over={over} onStep={setStep} />
            <p className={styles.others}>
              <a href={inLocale(locale, '/join')}>{m.login_join()}</a>
              <a href={inLocale(locale, '/recovery')}>{m.login_recover()}</a>
            </p>
          </div>
          {step && (
            <CodeStep key={step.pending} step={step} onOver={back} quiet>
              <PasskeyButton onFailed={back} />
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
