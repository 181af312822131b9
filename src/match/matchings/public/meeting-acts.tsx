import { useId, useState } from 'react'
import { periodState } from '#kit/period.ts'
import { m } from '#messages/messages.js'
import parts from '#people/account/parts.module.css'
import { clientOf } from '#session/session.ts'
import { Button } from '#ui/button.tsx'
import { type Matching, matchings } from '../contract.ts'
import styles from './matchings.module.css'
import { RateMeeting } from './rate-meeting.tsx'
import { useKept } from './use-kept.ts'

const client = clientOf(matchings)

interface Props {
  matching: Matching
  act: (call: () => Promise<{ matching: Matching }>) => Promise<boolean>
}

/** What can be done besides the next step: withdraw, move, cancel; after the meeting rate it, or report a no-show. */
export function MeetingActs({ matching, act }: Props) {
  const { state, side, meeting, changeUntil } = matching
  const { value: reason, keep: setReason, forget } = useKept(`match.reason.${matching._id}`, '')
  const [missing, setMissing] = useState(false)
  const params = { id: matching._id }
  const now = new Date()
  const hasBegun = meeting !== null && periodState(meeting.startAt, null, now) === 'running'
  const canChange = changeUntil !== null && periodState(null, changeUntil, now) === 'running'
  const canWithdraw = side === 'buyer' && ['requested', 'offered', 'expired'].includes(state)

  const withReason = (call: (body: { reason: string }) => Promise<{ matching: Matching }>) => {
    if (!reason.trim()) return setMissing(true)
    setMissing(false)
    void act(() => call({ reason })).then((done) => {
      if (!done) return
      setReason('')
      forget()
    })
  }

  // Somebody did not come: there is nothing to rate, and the history says who reported it.
  if (state === 'no_show') return null
  if (meeting && hasBegun)
    return (
      <section className={parts.part}>
        <RateMeeting matching={matching} act={act} />
        <div className={styles.report}>
          <ReasonField value={reason} missing={missing} onChange={setReason} />
          <div className={parts.acts}>
            <Button look="outline" low onClick={() => withReason((body) => client.noShow({ params, body }))}>
              {m.matchings_report()}
            </Button>
          </div>
        </div>
      </section>
    )
  if (!canWithdraw && !(state === 'confirmed' && meeting)) return null
  return (
    <section className={parts.part}>
      <h2 className={parts.section}>{canWithdraw ? m.matchings_withdraw() : m.matchings_change()}</h2>
      {!canWithdraw && !canChange ? (
        <p>{m.matchings_field_late()}</p>
      ) : (
        <>
          <ReasonField value={reason} missing={missing} onChange={setReason} />
          <div className={parts.acts}>
            <Button look="outline" onClick={() => withReason((body) => client.cancel({ params, body }))}>
              {canWithdraw ? m.matchings_withdraw() : m.matchings_cancel()}
            </Button>
            {!canWithdraw && (
              <Button look="outline" onClick={() => withReason((body) => client.move({ params, body }))}>
                {m.matchings_move()}
              </Button>
            )}
          </div>
        </>
      )}
    </section>
  )
}

function ReasonField({
  value,
  missing,
  onChange,
}: {
  value: string
  missing: boolean
  onChange: (value: string) => void
}) {
  const [id, why] = [useId(), useId()]
  return (
    <div>
      <label htmlFor={id} className={parts.label}>
        {m.matchings_reason()}
      </label>
      <textarea
        id={id}
        className={styles.area}
        maxLength={500}
        value={value}
        aria-invalid={missing || undefined}
        aria-describedby={missing ? why : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      <div role="alert">
        {missing && (
          <p id={why} className={parts.wrong}>
            {m.matchings_reason_needed()}
          </p>
        )}
      </div>
    </div>
  )
}
