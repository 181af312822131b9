import { type SyntheticEvent, useCallback, useEffect, useState } from 'react'
import { type MetaDescriptor, useSearchParams } from 'react-router'
import { m } from '#messages/messages.js'
import { consents } from '#people/consents/contract.ts'
import { errorMessage } from '#session/error-message.ts'
import { safeNext } from '#session/page-guard.ts'
import { clientOf, logOut } from '#session/session.ts'
import { findSession } from '#session/session-tokens.ts'
import { Button } from '#ui/controls/button.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { LoadState } from '../forms/load-state.tsx'
import { Notice } from '../forms/notice.tsx'
import parts from '../forms/parts.module.css'
import { useLoaded } from '../forms/use-loaded.ts'
import join from '../join/join.module.css'
import { AccountPageFrame, currentLocalePath } from '../layout/account-page-frame.tsx'
import { LoginGate } from '../me/login-gate.tsx'
import styles from './agree.module.css'

export { AccountPageFailure as ErrorBoundary } from '../layout/account-failure.tsx'
export { loadFrame as loader, reuseFrame as clientLoader } from '../layout/frame-data.ts'
export { accountHandle as handle } from '../theme/account-theme.ts'

export const meta = (): MetaDescriptor[] => [
  { title: `${m.agree_title()} · ${m.login_brand()}` },
  { name: 'robots', content: 'noindex' },
]

const client = clientOf(consents)

/** Returns null without a log-in. */
const load = async () => {
  if (!(await findSession())) return null
  return (await client.list()).consents.filter(({ asked }) => asked)
}

type PendingConsent = NonNullable<Awaited<ReturnType<typeof load>>>[number]

const getTermsCode = ({ subject }: PendingConsent): string => subject.slice('terms:'.length)

/** Page that asks for consent to new versions of terms, between the log-in and the destination. */
export default function Agree() {
  const [search] = useSearchParams()
  const { value, error, reload } = useLoaded(load)
  const next = search.get('next')
  const isDone = value?.length === 0
  const continueToNext = useCallback(() => window.location.replace(safeNext(next, currentLocalePath('/me'))), [next])
  useEffect(() => {
    if (isDone) continueToNext()
  }, [isDone, continueToNext])
  return (
    <AccountPageFrame>
      {value === null && <LoginGate />}
      <h1 className={parts.title}>{m.agree_title()}</h1>
      <p className={parts.lead}>{m.agree_lead()}</p>
      {(error || value === undefined) && <LoadState error={error} reload={reload} />}
      {value && !isDone && <AgreeForm pendingConsents={value} onDone={continueToNext} />}
    </AccountPageFrame>
  )
}

function AgreeForm({ pendingConsents, onDone }: { pendingConsents: readonly PendingConsent[]; onDone: () => void }) {
  const [agreedIds, setAgreedIds] = useState<ReadonlySet<string>>(new Set())
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const hasOptional = pendingConsents.some(({ required }) => !required)
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    const missing = pendingConsents.find((text) => text.required && !agreedIds.has(getTermsCode(text)))
    if (missing) {
      setError(m.agree_missing({ name: missing.title }))
      document.querySelector<HTMLInputElement>(`input[name="${getTermsCode(missing)}"]`)?.focus()
      return
    }
    setBusy(true)
    try {
      const terms = pendingConsents.map((text) => ({
        code: getTermsCode(text),
        version: text.current ?? '',
        given: agreedIds.has(getTermsCode(text)),
      }))
      await client.updateConsents({ body: { terms } })
      onDone()
    } catch (refused) {
      setBusy(false)
      setError(errorMessage(refused))
    }
  }
  const logOutAndLeave = async () => {
    await logOut()
    window.location.replace(currentLocalePath('/'))
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <div role="alert">{error && <Notice wrong>{error}</Notice>}</div>
      {pendingConsents.map((text) => (
        <div key={text.subject} className={join.consent}>
          <label className={parts.check}>
            <input
              type="checkbox"
              name={getTermsCode(text)}
              checked={agreedIds.has(getTermsCode(text))}
              onChange={({ target }) => {
                const others = [...agreedIds].filter((code) => code !== getTermsCode(text))
                setAgreedIds(new Set(target.checked ? [...others, getTermsCode(text)] : others))
                setError(undefined)
              }}
            />
            <span>
              <span className={parts.name}>{text.title}</span>
              <span className={text.required ? parts.mark : `${parts.mark} ${parts.optional}`}>
                {text.required ? m.join_required() : m.join_optional()}
              </span>
              {text.version && (
                <>
                  <br />
                  <a
                    className={parts.link}
                    href={currentLocalePath(`/terms/${getTermsCode(text)}?version=${text.version}`)}
                    target="_blank"
                    rel="noopener"
                  >
                    {m.agree_before({ version: text.version })}
                    <VisuallyHidden> {text.title}</VisuallyHidden>
                  </a>
                </>
              )}
            </span>
          </label>
          <span className={join.consentMeta}>
            {m.account_version({ version: text.current ?? '' })}
            <br />
            <a
              className={parts.link}
              href={currentLocalePath(`/terms/${getTermsCode(text)}?version=${text.current}`)}
              target="_blank"
              rel="noopener"
            >
              {m.account_read_terms()}
              <VisuallyHidden> {text.title}</VisuallyHidden>
            </a>
          </span>
        </div>
      ))}
      {hasOptional && <p className={parts.meta}>{m.agree_optional()}</p>}
      <div className={parts.acts}>
        <Button type="submit" busy={busy}>
          {m.agree_submit()}
        </Button>
        <Button look="outline" onClick={() => void logOutAndLeave()}>
          {m.me_logout()}
        </Button>
      </div>
      <p className={styles.refuse}>
        {m.agree_refuse()}{' '}
        <a className={parts.link} href={currentLocalePath('/me/withdraw')}>
          {m.agree_leave()}
        </a>
      </p>
    </form>
  )
}
