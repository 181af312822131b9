import { m } from '#messages/messages.js'
import { ConfirmPrompt } from '../../public/confirm-prompt.tsx'
import { formatWeekdayTime } from '../../public/format-time.ts'
import { DeclinePrompt } from '../../requests/public/decline-prompt.tsx'
import { calculateHoldEnd } from '../../rules.ts'
import styles from './offer-times.module.css'
import type { PickSlot } from './slot-details.tsx'

interface PickAskProps {
  action: 'accept' | 'decline'
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
const calculateHeldUntil = (times: readonly PickSlot[], holdHours: number): string =>
  new Date(
    calculateHoldEnd(
      Date.now(),
      holdHours,
      times.map(({ startAt }) => Date.parse(startAt)),
    ),
  ).toISOString()

/** Confirmation prompt before times are offered, which lists them, or before a request is declined. */
export function OfferPrompt(props: PickAskProps) {
  const { action, busy, company, times, timeZone, holdHours, reason, onReason, onBack, onSend } = props
  const acts = { busy, onBack, onSend }
  return (
    <div className={styles.ask}>
      {action === 'decline' ? (
        <DeclinePrompt side="seller" reason={reason} onReason={onReason} {...acts} />
      ) : (
        <ConfirmPrompt
          mark="offered"
          title={m.matchings_ask_accept()}
          text={m.matchings_ask_accept_text({
            company,
            times: times.map(({ startAt }) => formatWeekdayTime(startAt, timeZone)).join(', '),
            until: formatWeekdayTime(calculateHeldUntil(times, holdHours), timeZone),
          })}
          act={m.matchings_accept()}
          {...acts}
        />
      )}
    </div>
  )
}
