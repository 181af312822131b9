import { useState } from 'react'
import { m } from '#messages/messages.js'
import { consents } from '#people/consents/contract.ts'
import { errorMessage } from '#session/error-message.ts'
import { clientOf } from '#session/session.ts'
import { Button } from '#ui/controls/button.tsx'
import { formatMoment } from '#ui/format/format-day.ts'
import { getConsentName } from '../../consents/consent-names.ts'
import { Notice } from '../../forms/notice.tsx'
import parts from '../../forms/parts.module.css'
import { useLoaded } from '../../forms/use-loaded.ts'
import { currentLocalePath } from '../../layout/account-page-frame.tsx'
import { PastConsents } from './past-consents.tsx'

const client = clientOf(consents)
const sourceLabels = { join: m.me_how_join, me: m.me_how_me, link: m.me_how_link }
const load = () => client.list()

type State = Awaited<ReturnType<typeof load>>['consents'][number]

/** Current consents, each changeable, and the history of all that were given and withdrawn. */
export default function Consents() {
  const { value, error, set, reload } = useLoaded(load)
  const [changeError, setChangeError] = useState<string>()
  const [message, setMessage] = useState<string>()

  const changeConsent = async (state: State, given: boolean) => {
    const [subjectKind, name = ''] = state.subject.split(':')
    if (!value) return
    // Optimistic update; the response replaces it.
    set({ ...value, consents: value.consents.map((item) => (item === state ? { ...item, given } : item)) })
    try {
      const answer = await client.updateConsents({
        body:
          subjectKind === 'terms'
            ? { terms: [{ code: name, version: state.current ?? '', given }] }
            : subjectKind === 'night'
              ? { night: given }
              : { channels: { [name]: given } },
      })
      set(answer)
      setChangeError(undefined)
      setMessage(
        given
          ? m.me_consent_given({ name: getConsentName(state) })
          : m.me_consent_taken({ name: getConsentName(state) }),
      )
    } catch (refused) {
      set(value)
      setMessage(undefined)
      setChangeError(errorMessage(refused))
    }
  }

  return (
    <>
      <h1 className={parts.title}>{m.me_consents()}</h1>
      <p className={parts.lead}>{m.me_consents_lead()}</p>
      <div role="alert">
        {(error ?? changeError) && (
          <Notice wrong>
            {error ?? changeError}{' '}
            <button type="button" className={`${parts.link} ${parts.plain}`} onClick={reload}>
              {m.account_retry()}
            </button>
          </Notice>
        )}
      </div>
      <p className={parts.said} role="status">
        {message}
      </p>
      {!value && !error && <p role="status">{m.me_loading()}</p>}
      {value && (
        <>
          <section className={parts.part}>
            <h2 className={parts.section}>{m.me_consents_now()}</h2>
            <ul className={parts.rows}>
              {value.consents.map((state) => (
                <li key={state.subject} className={parts.row}>
                  <span className={parts.rowText}>
                    <span className={parts.name}>{getConsentName(state)}</span>
                    <span className={state.required ? parts.mark : `${parts.mark} ${parts.optional}`}>
                      {state.required ? m.join_required() : m.join_optional()}
                    </span>
                    <br />
                    <span className={parts.meta}>
                      {state.given && state.at
                        ? m.me_consent_since({ time: formatMoment(state.at) })
                        : m.me_consent_none()}
                      {state.version && <> · {m.account_version({ version: state.version })}</>}
                    </span>{' '}
                    {state.version && (
                      <a
                        className={parts.link}
                        href={currentLocalePath(`/terms/${state.subject.slice(6)}?version=${state.version}`)}
                      >
                        {m.account_read_terms()}
                      </a>
                    )}
                  </span>
                  {state.required ? (
                    state.current !== state.version && (
                      <Button look="outline" low onClick={() => void changeConsent(state, true)}>
                        {m.me_consent_renew({ version: state.current ?? '' })}
                      </Button>
                    )
                  ) : (
                    <label className={parts.check}>
                      <input
                        type="checkbox"
                        name={state.subject}
                        checked={state.given}
                        aria-label={getConsentName(state)}
                        onChange={(event) => void changeConsent(state, event.target.checked)}
                      />
                      {state.given ? m.me_on() : m.me_off()}
                    </label>
                  )}
                </li>
              ))}
            </ul>
          </section>
          <PastConsents
            history={value.history}
            states={value.consents}
            onChange={(state, given) => void changeConsent(state, given)}
          />
          <section className={parts.part}>
            <h2 className={parts.section}>{m.me_consents_history()}</h2>
            <ol className={parts.rows}>
              {value.history.map((event) => (
                <li key={`${event.subject} ${event.at} ${event.given}`} className={parts.row}>
                  <span className={parts.rowText}>
                    {event.given
                      ? m.me_history_given({ name: getConsentName(event) })
                      : m.me_history_taken({ name: getConsentName(event) })}
                    {event.version && (
                      <span className={parts.meta}> {m.account_version({ version: event.version })}</span>
                    )}
                  </span>
                  <span className={parts.meta}>
                    {sourceLabels[event.how]()} · <time dateTime={event.at}>{formatMoment(event.at)}</time>
                  </span>
                </li>
              ))}
            </ol>
          </section>
        </>
      )}
    </>
  )
}
