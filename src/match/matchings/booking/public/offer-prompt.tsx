import { m } from '#messages/messages.js'
import { Prompt } from '../../public/confirm-prompt.tsx'
import { weekdayClock } from '../../public/format-time.ts'
import { DeclineAsk } from '../../requests/public/decline-prompt.tsx'
import { heldUntil } from '../../rules.ts'
import styles from './offer-times.module.css'
import type { PickSlot } from './slot-details.tsx'

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

/** Returns until when these times would be held if they were offered now. */
const heldFrom = (times: readonly PickSlot[], holdHours: number): string =>
  new Date(
    heldUntil(
      Date.now(),
      holdHours,
      times.map(({ startAt }) => Date.parse(startAt)),
    ),
  ).toISOString()

/** Confirmation prompt before times are offered, which lists them, or before a request is declined. */
export function PickAsk(props: PickAskProps) {
  const { asked, busy, company, times, timeZone, holdHours, reason, onReason, onBack, onSend } = props
  const acts = { busy, onBack, onSend }
  return (
    <div className={styles.ask}>
      {asked === 'decline' ? (
        <DeclineAsk side="seller" reason={reason} onReason={onReason} {...acts} />
      ) : (
        <Prompt
          mark="offered"
          title={m.matchings_ask_accept()}
          text={m.matchings_ask_accept_text({
            company,
            times: times.map(({ startAt }) => weekdayClock(startAt, timeZone)).join(', '),
            until: weekdayClock(heldFrom(times, holdHours), timeZone),
          })}
          act={m.matchings_accept()}
          {...acts}
        />
      )}
    </div>
  )
}
