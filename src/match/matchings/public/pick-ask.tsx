import type { SyntheticEvent } from 'react'
import { m } from '#messages/messages.js'
import { Button } from '#ui/button.tsx'
import { heldUntil } from '../rules.ts'
import type { PickSlot } from './pick-panel.tsx'
import styles from './pick-times.module.css'
import { StateMark } from './state-mark.tsx'
import { weekdayClock } from './zones.ts'

interface PickAskProps {
  asked: 'accept' | 'decline'
  busy: boolean
  company: string
  times: readonly PickSlot[]
  timeZone: string
  holdHours: number
  reason: string
  onReason: (reason: string) => void
  onBack: () => void
  onSend: () => void
}

/** Until when these times are held if they are offered now. */
const heldFrom = (times: readonly PickSlot[], holdHours: number): string =>
  new Date(
    heldUntil(
      Date.now(),
      holdHours,
      times.map(({ startAt }) => Date.parse(startAt)),
    ),
  ).toISOString()

/** Asks before times are offered, naming all of them, and before a request is declined. The safe way is at the left. */
export function PickAsk(props: PickAskProps) {
  const { asked, busy, company, times, timeZone, holdHours, reason, onReason, onBack, onSend } = props
  const isAccept = asked === 'accept'
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!busy) onSend()
  }
  return (
    <form className={styles.ask} onSubmit={submit}>
      <p className={styles.askTitle}>
        <StateMark state={isAccept ? 'offered' : 'declined'} />
        {isAccept ? m.matchings_ask_accept() : m.matchings_ask_decline()}
      </p>
      <p>
        {isAccept
          ? m.matchings_ask_accept_text({
              company,
              times: times.map(({ startAt }) => weekdayClock(startAt, timeZone)).join(', '),
              until: weekdayClock(heldFrom(times, holdHours), timeZone),
            })
          : m.matchings_ask_decline_text()}
      </p>
      {!isAccept && (
        <textarea
          className={styles.area}
          aria-label={m.matchings_reason()}
          placeholder={m.matchings_reason()}
          maxLength={500}
          value={reason}
          onChange={(event) => onReason(event.target.value)}
        />
      )}
      <div className={styles.askActs}>
        <Button look="outline" low onClick={onBack} autoFocus={!isAccept}>
          {m.matchings_back()}
        </Button>
        <Button type="submit" low busy={busy} look={isAccept ? 'primary' : 'outline'} autoFocus={isAccept}>
          {isAccept ? m.matchings_accept() : m.matchings_decline()}
        </Button>
      </div>
    </form>
  )
}
