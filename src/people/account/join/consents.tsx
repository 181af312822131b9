import { type SyntheticEvent, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { m } from '#messages/messages.js'
import { consents } from '#people/consents/contract.ts'
import { clientOf } from '#session/session.ts'
import { Button } from '#ui/controls/button.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { getChannelName } from '../consents/consent-names.ts'
import { Notice } from '../forms/notice.tsx'
import parts from '../forms/parts.module.css'
import { useLoaded } from '../forms/use-loaded.ts'
import { currentLocalePath } from '../layout/account-page-frame.tsx'
import styles from './join.module.css'
import { useDraft } from './join-draft.ts'
import { StepActs, StepGate, StepHead } from './join-step.tsx'

const client = clientOf(consents)
const load = () => client.asked()

/** Lists each consent separately. "All required" leaves optional consents unchanged; they start unchecked. */
function Consents() {
  const { draft, change } = useDraft()
  const navigate = useNavigate()
  const { value, error, reload } = useLoaded(load)
  const [wrong, setWrong] = useState(false)
  const terms = value?.terms ?? []
  const required = terms.filter((text) => text.required)
  const isGiven = (text: (typeof terms)[number]) => draft.terms[text.code] === text.version
  const hasAll = value !== undefined && draft.over14 && required.every(isGiven)

  // Drop consents to versions that are no longer in force.
  useEffect(() => {
    if (!value) return
    const current = Object.entries(draft.terms).filter(([code, version]) =>
      value.terms.some((text) => text.code === code && text.version === version),
    )
    if (current.length < Object.keys(draft.terms).length) change({ terms: Object.fromEntries(current) })
  }, [value, draft.terms, change])

  const setConsent = (code: string, version: string, agreed: boolean) => {
    const { [code]: _, ...others } = draft.terms
    change({ terms: agreed ? { ...others, [code]: version } : others })
  }
  const agreeAll = (isAgreed: boolean) => {
    const others = Object.entries(draft.terms).filter(([code]) => !required.some((text) => text.code === code))
    const agreed = isAgreed ? required.map(({ code, version }) => [code, version]) : []
    change({ over14: isAgreed, terms: Object.fromEntries([...others, ...agreed]) })
    setWrong(false)
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!value) return
    setWrong(!hasAll)
    if (hasAll) void navigate(currentLocalePath('/join/code'))
    else document.querySelector<HTMLInputElement>('input[data-required]:not(:checked)')?.focus()
  }

  return (
    <form onSubmit={submit} noValidate>
      <StepHead title={m.join_consents_title()} step={2} />
      <div role="alert">
        {error && (
          <Notice wrong>
            {error}{' '}
            <button type="button" className={`${parts.link} ${parts.plain}`} onClick={reload}>
              {m.account_retry()}
            </button>
          </Notice>
        )}
        {wrong && !hasAll && <Notice wrong>{m.join_consents_missing()}</Notice>}
      </div>
      <div className={styles.consent}>
        <label className={parts.check}>
          <input
            type="checkbox"
            name="all"
            disabled={!value}
            checked={hasAll}
            onChange={(event) => agreeAll(event.target.checked)}
          />
          <span className={parts.name}>{m.join_all_required()}</span>
        </label>
        <span className={styles.consentMeta}>{m.join_all_note()}</span>
      </div>
      {required.map((text) => (
        <ConsentRow key={text.code} text={text} agreed={isGiven(text)} onChange={setConsent} />
      ))}
      <div className={styles.consent}>
        <label className={parts.check}>
          <input
            type="checkbox"
            name="over14"
            data-required
            checked={draft.over14}
            onChange={(event) => change({ over14: event.target.checked })}
          />
          <span>
            <span className={parts.name}>{m.join_over14()}</span>
            <span className={parts.mark}>{m.join_required()}</span>
            <br />
            <span className={parts.meta}>{m.join_over14_text()}</span>
          </span>
        </label>
      </div>
      {terms
        .filter((text) => !text.required)
        .map((text) => (
          <ConsentRow key={text.code} text={text} agreed={isGiven(text)} onChange={setConsent} />
        ))}
      <fieldset className={styles.kinds}>
        <div className={styles.consent}>
          <span>
            <span className={parts.name}>{m.join_news()}</span>
            <span className={`${parts.mark} ${parts.optional}`}>{m.join_optional()}</span>
            <br />
            <span className={parts.meta}>{m.join_news_text()}</span>
            <span className={styles.channels}>
              {(value?.channels ?? []).map((channel) => (
                <label key={channel} className={parts.check}>
                  <input
                    type="checkbox"
                    name={channel}
                    checked={draft.channels[channel] ?? false}
                    onChange={(event) => change({ channels: { ...draft.channels, [channel]: event.target.checked } })}
                  />
                  {getChannelName(channel)}
                </label>
              ))}
            </span>
          </span>
        </div>
      </fieldset>
      <StepActs>
        <Button look="outline" onClick={() => void navigate(currentLocalePath('/join'))}>
          {m.join_back()}
        </Button>
        <Button type="submit">{m.join_consents_next()}</Button>
      </StepActs>
      <p className={parts.meta}>{m.join_consents_later()}</p>
    </form>
  )
}

interface RowProps {
  text: { code: string; title: string; version: string; required: boolean }
  agreed: boolean
  onChange: (code: string, version: string, agreed: boolean) => void
}

function ConsentRow({ text, agreed, onChange }: RowProps) {
  return (
    <div className={styles.consent}>
      <label className={parts.check}>
        <input
          type="checkbox"
          name={text.code}
          data-required={text.required || undefined}
          checked={agreed}
          onChange={(event) => onChange(text.code, text.version, event.target.checked)}
        />
        <span>
          <span className={parts.name}>{text.title}</span>
          <span className={text.required ? parts.mark : `${parts.mark} ${parts.optional}`}>
            {text.required ? m.join_required() : m.join_optional()}
          </span>
        </span>
      </label>
      <span className={styles.consentMeta}>
        {m.account_version({ version: text.version })}
        <br />
        <a
          className={parts.link}
          href={currentLocalePath(`/terms/${text.code}?version=${text.version}`)}
          target="_blank"
          rel="noopener"
        >
          {m.account_read_terms()}
          <VisuallyHidden> {text.title}</VisuallyHidden>
        </a>
      </span>
    </div>
  )
}

export default function JoinConsents() {
  return (
    <StepGate path="/join/consents">
      <Consents />
    </StepGate>
  )
}
