import { useId, useState } from 'react'
import { m } from '#messages/messages.js'
import { consents } from '#people/consents/contract.ts'
import { clientOf } from '#session/session.ts'
import { Button } from '#ui/button.tsx'
import { Prose } from '#ui/prose.tsx'
import { consentName } from '../consent-names.ts'
import { spellMoment } from '../moment.ts'
import { Notice } from '../notice.tsx'
import parts from '../parts.module.css'
import styles from './past-consents.module.css'

const client = clientOf(consents)

type Past = Awaited<ReturnType<typeof client.past>>

/** What was agreed to on a day that is asked for, in the words of that day. */
export function PastConsents() {
  const id = useId()
  const [day, setDay] = useState('')
  const [past, setPast] = useState<Past>()
  const [fault, setFault] = useState<string>()

  const look = async () => {
    try {
      setPast(await client.past({ query: { day } }))
      setFault(undefined)
    } catch (refused) {
      setPast(undefined)
      setFault(refused instanceof Error ? refused.message : String(refused))
    }
  }

  return (
    <section className={parts.part}>
      <h2 className={parts.section}>{m.consents_past()}</h2>
      <p className={parts.meta}>{m.consents_past_lead()}</p>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void look()
        }}
      >
        <label className={styles.field} htmlFor={id}>
          {m.consents_past_day()}
          <input
            id={id}
            className={styles.day}
            type="date"
            required
            min="1900-01-01"
            max="2200-12-31"
            value={day}
            onChange={(event) => setDay(event.target.value)}
          />
        </label>
        <Button look="outline" low type="submit">
          {m.consents_past_look()}
        </Button>
      </form>
      <div role="alert">{fault && <Notice wrong>{fault}</Notice>}</div>
      <div role="status">
        {past && (
          <p className={parts.meta}>
            {past.consents.length === 0
              ? m.consents_past_none({ day: past.day })
              : m.consents_past_found({ day: past.day, count: past.consents.length })}
          </p>
        )}
      </div>
      {past && past.consents.length > 0 && (
        <ul className={parts.rows}>
          {past.consents.map((one) => (
            <li key={one.subject} className={styles.one}>
              <span className={parts.name}>{consentName(one)}</span>{' '}
              <span className={parts.meta}>
                {m.me_consent_since({ time: spellMoment(one.at) })}
                {one.version && <> · {m.account_version({ version: one.version })}</>}
              </span>
              {one.html && (
                <details className={styles.words}>
                  <summary>{m.consents_past_words()}</summary>
                  <Prose html={one.html} />
                </details>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
