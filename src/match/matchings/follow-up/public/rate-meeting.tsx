import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { m } from '#messages/messages.js'
import parts from '#people/account/forms/parts.module.css'
import { clientOf } from '#session/session.ts'
import { Button } from '#ui/controls/button.tsx'
import { type Matching, matchings } from '../../contract.ts'
import { useStoredInput } from '../../public/use-stored-input.ts'
import styles from './rate-meeting.module.css'

const client = clientOf(matchings)

const scores = ['fit', 'preparation', 'outcome'] as const
type Score = (typeof scores)[number]
const scoreLabels = {
  fit: m.matchings_rate_fit,
  preparation: m.matchings_rate_preparation,
  outcome: m.matchings_rate_outcome,
} as const
const values = [1, 2, 3, 4, 5] as const

interface Props {
  matching: Matching
  act: (call: () => Promise<{ matching: Matching }>) => Promise<boolean>
}

/** Three ratings of a meeting and a one-line comment, which is stored in this tab until it is sent. */
export function RateMeeting({ matching, act }: Props) {
  const line = useStoredInput(`match.line.${matching._id}`, matching.rating?.line ?? '')
  const [rating, setRating] = useState<Partial<Record<Score, number>>>(matching.rating ?? {})
  const [missing, setMissing] = useState<Score[]>([])
  const [status, setStatus] = useState('')
  const [busy, setBusy] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const isRatingLink = useLocation().hash === '#rate'
  // The browser cannot scroll to `#rate` before the matching is loaded.
  useEffect(() => {
    if (!isRatingLink) return
    heading.current?.scrollIntoView()
    heading.current?.focus({ preventScroll: true })
  }, [isRatingLink])
  const send = async (event: SyntheticEvent) => {
    event.preventDefault()
    const { fit, preparation, outcome } = rating
    setMissing(scores.filter((score) => rating[score] === undefined))
    if (busy || !fit || !preparation || !outcome) return
    setBusy(true)
    const body = { fit, preparation, outcome, line: line.value }
    const isDone = await act(() => client.rate({ params: { id: matching._id }, body }))
    if (isDone) {
      line.forget()
      setStatus(m.matchings_rate_saved())
    }
    setBusy(false)
  }
  return (
    <form className={styles.form} onSubmit={(event) => void send(event)}>
      <h2 ref={heading} id="rate" tabIndex={-1} className={parts.section}>
        {m.matchings_rate()}
      </h2>
      {scores.map((score) => (
        <fieldset
          key={score}
          className={styles.score}
          aria-describedby={missing.includes(score) ? `${score}-why` : undefined}
        >
          <legend>{scoreLabels[score]()}</legend>
          <span className={styles.doors}>
            {values.map((value) => (
              <label key={value} className={styles.door} data-filled={(rating[score] ?? 0) >= value || undefined}>
                <input
                  type="radio"
                  name={score}
                  value={value}
                  checked={rating[score] === value}
                  onChange={() => setRating({ ...rating, [score]: value })}
                />
                {value}
              </label>
            ))}
          </span>
          {missing.includes(score) && (
            <span id={`${score}-why`} className={parts.wrong} role="alert">
              {m.matchings_rate_missing()}
            </span>
          )}
        </fieldset>
      ))}
      <label>
        <span className={parts.label}>
          {m.matchings_rate_line()} <span className={parts.meta}>{m.matchings_rate_line_help()}</span>
        </span>
        <textarea
          className={styles.area}
          maxLength={500}
          rows={2}
          value={line.value}
          onChange={(event) => line.keep(event.target.value)}
        />
      </label>
      <div className={parts.acts}>
        <Button type="submit" busy={busy}>
          {m.matchings_rate_save()}
        </Button>
        <span className={parts.said} role="status">
          {status}
        </span>
      </div>
    </form>
  )
}
