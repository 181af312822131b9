import { useState } from 'react'
import { languageTag } from '#kit/locale.ts'
import { m } from '#messages/messages.js'
import type { ConsentState, PastConsent } from '#people/consents/contract.ts'
import { terms } from '#people/terms/contract.ts'
import { clientOf } from '#session/session.ts'
import { formatMoment } from '#ui/format/format-day.ts'
import { Prose } from '#ui/text/prose.tsx'
import { getConsentName } from '../../consents/consent-names.ts'
import { Notice } from '../../forms/notice.tsx'
import parts from '../../forms/parts.module.css'
import { useLoaded } from '../../forms/use-loaded.ts'
import styles from './past-consents.module.css'

const client = clientOf(terms)

const tags = { same: 'span', added: 'ins', removed: 'del' } as const

/** Differences between the version of that day and the one in force: additions underlined, deletions struck through. */
function Changes({ code, from, to }: { code: string; from: string; to: string }) {
  const [load] = useState(() => () => client.changes({ params: { code }, query: { from, to } }))
  const { value, error, reload } = useLoaded(load)
  if (error)
    return (
      <Notice wrong>
        {error}{' '}
        <button type="button" className={`${parts.link} ${parts.plain}`} onClick={reload}>
          {m.account_retry()}
        </button>
      </Notice>
    )
  return (
    <div className={styles.changes} aria-busy={!value}>
      <p className={parts.meta} role="status">
        {value ? m.consents_past_differences({ from, to, count: value.changes.length }) : m.me_loading()}
      </p>
      <dl lang={value && languageTag[value.lang]}>
        {value?.changes.map(({ under, pieces }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: passages have no id and their order never changes
          <div key={index}>
            <dt>{under}</dt>
            <dd>
              {pieces.map(({ kind, text }, index) => {
                const Tag = tags[kind]
                // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no id and their order never changes
                return <Tag key={index}>{text}</Tag>
              })}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

interface Props {
  /** Current state; undefined for a text that members are no longer asked about. */
  state: ConsentState | undefined
  /** State on that day; undefined if there was no consent. */
  past: PastConsent | undefined
  onChange: (state: ConsentState, given: boolean) => void
}

/** Describes how a past consent differs from the current one. */
const describeToday = (state: ConsentState, past: PastConsent | undefined): string => {
  if (!state.given) return state.at ? m.consents_past_taken({ time: formatMoment(state.at) }) : m.me_consent_none()
  if (!past) return m.consents_past_from({ time: state.at ? formatMoment(state.at) : '' })
  return past.version === state.current
    ? m.consents_past_same()
    : m.consents_past_other({ version: state.current ?? '' })
}

/** One consent of the chosen day: when it was given, its current state, and the changes since. */
export function PastConsentRow({ state, past, onChange }: Props) {
  const [isOpen, setOpen] = useState(false)
  const shown = past ?? state
  if (!shown) return null
  const to = past?.version && state?.current !== past.version ? state?.current : undefined
  return (
    <li className={styles.one}>
      <span className={parts.name}>{getConsentName(shown)}</span>
      <span className={parts.meta}>
        {past ? m.me_consent_since({ time: formatMoment(past.at) }) : m.consents_past_absent()}
        {past?.version && <> · {m.account_version({ version: past.version })}</>}
      </span>
      <span className={parts.meta}>{state && describeToday(state, past)}</span>
      <span className={styles.act}>
        {to && (
          <button
            type="button"
            className={`${parts.link} ${parts.plain}`}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? m.consents_past_close() : m.consents_past_changes()}
          </button>
        )}
        {state && !state.required && state.given !== (past !== undefined) && (
          <button
            type="button"
            className={`${parts.link} ${parts.plain}`}
            onClick={() => onChange(state, !state.given)}
          >
            {state.given ? m.consents_past_take() : m.consents_past_give()}
          </button>
        )}
      </span>
      {to && past?.version && isOpen && (
        <Changes key={past.version} code={past.subject.slice(6)} from={past.version} to={to} />
      )}
      {past?.html && (
        <details className={styles.words}>
          <summary>{m.consents_past_words()}</summary>
          <Prose html={past.html} />
        </details>
      )}
    </li>
  )
}
