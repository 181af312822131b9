import { useState } from 'react'
import { periodState } from '#kit/time/period-state.ts'
import { m } from '#messages/messages.js'
import parts from '#people/account/forms/parts.module.css'
import { clientOf } from '#session/session.ts'
import { Button } from '#ui/controls/button.tsx'
import { type Matching, matchings } from '../../contract.ts'
import agreed from '../../follow-up/public/agreement-list.module.css'
import { AgreementList } from '../../follow-up/public/agreement-list.tsx'
import { RateMeeting } from '../../follow-up/public/rate-meeting.tsx'
import { TaskList } from '../../follow-up/public/task-list.tsx'
import { ConfirmDialog, ReasonField } from '../../public/confirm-prompt.tsx'
import { formatSpan } from '../../public/format-time.ts'
import { StateMark } from '../../public/state-mark.tsx'
import type { Act } from '../../public/use-single-act.ts'
import { useStoredInput } from '../../public/use-stored-input.ts'
import type { MatchingState } from '../../rules.ts'
import styles from './my-matching.module.css'

const client = clientOf(matchings)

interface Props {
  matching: Matching
  act: Act
}

type MeetingAction = 'withdraw' | 'move' | 'cancel' | 'report'
interface PromptTexts {
  mark: MatchingState
  title: string
  text: string
  label: string
  isEnding: boolean
}

/** Returns the texts of an act's confirmation prompt. */
const promptTexts = (
  chosen: MeetingAction,
  { side, seller, buyer, state, meeting, changeUntil }: Matching,
): PromptTexts => {
  const { timeZone } = side === 'seller' ? seller : buyer
  const other = (side === 'seller' ? buyer : seller).name
  const time = meeting ? formatSpan(meeting, timeZone) : ''
  const until = changeUntil ? formatSpan({ startAt: changeUntil }, timeZone) : ''
  const texts: Record<MeetingAction, PromptTexts> = {
    withdraw: {
      mark: 'cancelled',
      title: m.matchings_prompt_withdraw(),
      text: state === 'offered' ? m.matchings_prompt_withdraw_offered() : m.matchings_prompt_withdraw_text({ other }),
      label: m.matchings_withdraw(),
      isEnding: true,
    },
    move: {
      mark: 'confirmed',
      title: m.matchings_prompt_move(),
      text: m.matchings_prompt_move_text({ time, until }),
      label: m.matchings_move(),
      isEnding: false,
    },
    cancel: {
      mark: 'cancelled',
      title: m.matchings_prompt_cancel(),
      text: m.matchings_prompt_cancel_text({ time }),
      label: m.matchings_cancel(),
      isEnding: true,
    },
    report: {
      mark: 'no_show',
      title: m.matchings_prompt_report(),
      text: m.matchings_prompt_report_text({ other }),
      label: m.matchings_report(),
      isEnding: true,
    },
  }
  return texts[chosen]
}

/**
 * Actions besides the next step: withdraw, move or cancel; from the start of the meeting, agreements, tasks, rating and
 * no-show report.
 */
export function MeetingActions({ matching, act }: Props) {
  const { state, side, meeting, changeUntil } = matching
  const [chosen, setChosen] = useState<MeetingAction>()
  const now = new Date()
  const hasBegun = meeting !== null && periodState(meeting.startAt, null, now) === 'running'
  const canChange = changeUntil !== null && periodState(null, changeUntil, now) === 'running'
  const canWithdraw = side === 'buyer' && ['requested', 'offered', 'expired'].includes(state)
  // A company that rated the meeting says that it took place, and the operator's decision that it took place is final.
  const canReport = !matching.rating && !matching.events.some(({ action }) => action === 'overrule')
  const open = (action: MeetingAction, label: string) => (
    <Button look="outline" low onClick={() => setChosen(action)}>
      {label}
    </Button>
  )
  const prompt = chosen && (
    <ActPrompt key={chosen} chosen={chosen} matching={matching} act={act} onBack={() => setChosen(undefined)} />
  )

  // After a no-show there is nothing to rate, and the history names who reported it.
  if (state === 'no_show') return null
  if (meeting && hasBegun)
    return (
      <section className={parts.part}>
        <AgreementList matching={matching} act={act}>
          <div className={agreed.head}>
            <StateMark state="held" />
            <div>
              <h2>{m.matchings_agreements()}</h2>
              <p>{m.matchings_agreements_help()}</p>
            </div>
          </div>
        </AgreementList>
        <TaskList matching={matching} act={act} />
        <RateMeeting matching={matching} act={act} />
        {canReport && <div className={styles.report}>{open('report', m.matchings_report())}</div>}
        {prompt}
      </section>
    )
  if (!canWithdraw && !(state === 'confirmed' && meeting)) return null
  return (
    <section className={parts.part}>
      <h2 className={parts.section}>{canWithdraw ? m.matchings_withdraw() : m.matchings_change()}</h2>
      {!canWithdraw && !canChange ? (
        <p>{m.matchings_field_late()}</p>
      ) : (
        <div className={parts.acts}>
          {canWithdraw && open('withdraw', m.matchings_withdraw())}
          {!canWithdraw && open('move', m.matchings_move())}
          {!canWithdraw && open('cancel', m.matchings_cancel())}
        </div>
      )}
      {prompt}
    </section>
  )
}

/** Confirmation prompt of an act with its reason, which is stored in this tab until it is sent. */
function ActPrompt({ chosen, matching, act, onBack }: Props & { chosen: MeetingAction; onBack: () => void }) {
  const reason = useStoredInput(`match.reason.${chosen}.${matching._id}`, '')
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const { label, ...texts } = promptTexts(chosen, matching)
  const send = async () => {
    const isMissing = chosen !== 'withdraw' && !reason.value.trim()
    setMissing(isMissing)
    if (isMissing) return
    setBusy(true)
    const [params, body] = [{ id: matching._id }, { reason: reason.value }]
    const call = { withdraw: client.cancel, cancel: client.cancel, move: client.move, report: client.noShow }[chosen]
    const isDone = await act(() => call({ params, body }))
    setBusy(false)
    if (isDone) reason.forget()
    // After a refusal the page shows the reason and the current state.
    onBack()
  }
  return (
    <ConfirmDialog {...texts} act={label} busy={busy} onBack={onBack} onSend={() => void send()}>
      <ReasonField value={reason.value} missing={missing} optional={chosen === 'withdraw'} onChange={reason.keep} />
    </ConfirmDialog>
  )
}
