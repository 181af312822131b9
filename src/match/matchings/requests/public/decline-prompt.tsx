import { m } from '#messages/messages.js'
import { ConfirmPrompt, ReasonChoice } from '../../public/confirm-prompt.tsx'
import type { Side } from '../../rules.ts'

const commonReasons = {
  seller: [m.matchings_decline_amount, m.matchings_decline_area, m.matchings_decline_full],
  buyer: [m.matchings_decline_terms, m.matchings_decline_times, m.matchings_decline_other],
} as const
const texts = { seller: m.matchings_ask_decline_text, buyer: m.matchings_ask_decline_offer } as const

interface DeclineAskProps {
  side: Side
  busy: boolean
  reason: string
  onReason: (reason: string) => void
  onBack: () => void
  onSend: () => void
}

/** Confirmation prompt before a request or an offer is declined. */
export function DeclinePrompt({ side, busy, reason, onReason, onBack, onSend }: DeclineAskProps) {
  return (
    <ConfirmPrompt
      mark="declined"
      title={m.matchings_ask_decline()}
      text={texts[side]()}
      act={m.matchings_decline()}
      isEnding
      busy={busy}
      onBack={onBack}
      onSend={onSend}
    >
      <ReasonChoice commonReasons={commonReasons[side].map((word) => word())} value={reason} onChange={onReason} />
    </ConfirmPrompt>
  )
}
