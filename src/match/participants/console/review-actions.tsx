import { Button, Textarea } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { ReadOnlyFooter } from '#console/kit/form/form-footer.tsx'
import { showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { fullInstant } from '#console/kit/parts/time/seoul-time.ts'
import { readStored, writeStored } from '#console/kit/parts/values/account-storage.ts'
import { useMayWrite } from '#console/kit/use-rights.ts'
import { CallRefused } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { refusalMessage } from '#session/error-message.ts'
import { useSession } from '#session/use-session.ts'
import { pressedKey } from '#ui/browser/keyboard.ts'
import { DecidedState, type Decision, type Participation, type ParticipationLine } from '../contract-review.ts'
import { maxNoteLength, statesBefore } from '../rules.ts'
import { client, decisionLabels, resource } from './participation-resource.tsx'
import styles from './review-pane.module.css'
import { useReviewShortcuts } from './use-review-shortcuts.ts'

interface ReviewActionsProps {
  participation: Participation
  next: (() => void) | undefined
  onDecided: (line: ParticipationLine) => void
  refetch: () => void
}

const decidedLabels: Record<Decision, (facts: { name: string; time: string }) => string> = {
  approved: m.participants_decided_approved,
  asked: m.participants_decided_asked,
  refused: m.participants_decided_refused,
}

/** Message after a 409: which decision was made meanwhile, by whom and when. */
const describeConflict = (refused: CallRefused): string => {
  const { data } = DecidedState.safeParse(refused.refusal.current)
  const fallback = refusalMessage(refused)
  if (!data?.decidedAt || data.state === 'submitted' || data.state === 'withdrawn') return fallback
  if (refused.refusal.fields?.state === m.participants_field_decision()) return fallback
  return decidedLabels[data.state]({
    name: data.decidedBy ?? m.participants_somebody(),
    time: fullInstant(data.decidedAt),
  })
}

/** Draft of the reason, stored in the browser until it is sent, so that moving to another record does not lose it. */
const useReasonDraft = (id: string) => {
  const account = useSession()?.userId ?? ''
  const name = `participation:${id}`
  const [text, setText] = useState(() => readStored(account, name, z.string()) ?? '')
  return [
    text,
    (typed: string) => {
      setText(typed)
      writeStored(account, name, typed || undefined)
    },
  ] as const
}

/** Approve, ask for more, or go to the next one. Refusing is set apart, has no shortcut and needs a reason. */
export function ReviewActions({ participation, next, onDecided, refetch }: ReviewActionsProps) {
  const { _id, state, updatedAt } = participation
  const mayWrite = useMayWrite(resource.access)
  const [reasonFor, setReasonFor] = useState<'asked' | 'refused' | null>(null)
  const [text, setText] = useReasonDraft(_id)
  const [busy, setBusy] = useState<Decision>()
  const [fault, setFault] = useState<string>()
  const [conflict, setConflict] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (reasonFor) field.current?.focus()
  }, [reasonFor])
  const isAllowed = (decision: Decision) => mayWrite && statesBefore(decision).includes(state)

  const decide = async (decision: Decision, reason = '') => {
    if (busy !== undefined) return
    setBusy(decision)
    setFault(undefined)
    setConflict(undefined)
    try {
      const answer = await client.decideOne({ params: { id: _id }, body: { state: decision, reason, updatedAt } })
      showSuccess(m.participants_said({ count: 1 }))
      if (decision !== 'approved') setText('')
      setReasonFor(null)
      onDecided(answer.participation)
    } catch (refused) {
      if (refused instanceof CallRefused && refused.status === 409) {
        setConflict(describeConflict(refused))
        setReasonFor(null)
        refetch()
      } else setFault(refusalMessage(refused))
    } finally {
      setBusy(undefined)
    }
  }
  const askReason = (decision: 'asked' | 'refused') => {
    setFault(undefined)
    setReasonFor(decision)
  }
  const send = () => {
    if (!reasonFor) return
    if (!text.trim()) {
      setFault(m.participants_reason_empty())
      field.current?.focus()
    } else void decide(reasonFor, text)
  }
  useReviewShortcuts({
    ...(isAllowed('approved') && { a: () => void decide('approved') }),
    ...(isAllowed('asked') && { q: () => askReason('asked') }),
  })
  const failure = conflict ?? (reasonFor ? undefined : fault)
  if (!mayWrite) return <ReadOnlyFooter />
  return (
    <footer className={styles.footer}>
      {failure && (
        <p className={styles.conflict} role="alert">
          <Icon name="warning" />
          {failure}
        </p>
      )}
      {reasonFor ? (
        <form
          className={styles.reasonForm}
          onSubmit={(event) => {
            event.preventDefault()
            send()
          }}
          onKeyDown={(event) => {
            if (pressedKey(event) === 'Escape') setReasonFor(null)
            else if (pressedKey(event) === 'Enter' && (event.ctrlKey || event.metaKey)) send()
            else return
            event.preventDefault()
          }}
        >
          <Textarea
            ref={field}
            label={reasonFor === 'asked' ? m.participants_ask_what() : m.participants_refuse_why()}
            description={m.participants_reason_help()}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={maxNoteLength}
            value={text}
            error={fault}
            onChange={({ currentTarget }) => {
              setText(currentTarget.value)
              setFault(undefined)
            }}
          />
          <div className={styles.buttons}>
            <Button
              type="submit"
              variant={reasonFor === 'refused' ? 'default' : 'filled'}
              data-harm={reasonFor === 'refused' || undefined}
              loading={busy !== undefined}
              aria-keyshortcuts="Control+Enter"
            >
              {reasonFor === 'asked' ? m.participants_ask_send() : m.participants_refuse_now()}
            </Button>
            <Button variant="default" onClick={() => setReasonFor(null)}>
              {m.form_go_back()}
            </Button>
            <span className={styles.draftHint}>{m.participants_text_kept()}</span>
          </div>
        </form>
      ) : (
        <div className={styles.buttons}>
          {isAllowed('approved') && (
            <Button
              variant="filled"
              loading={busy === 'approved'}
              aria-keyshortcuts="A"
              onClick={() => void decide('approved')}
            >
              {decisionLabels.approved()} <kbd aria-hidden>A</kbd>
            </Button>
          )}
          {isAllowed('asked') && (
            <Button aria-keyshortcuts="Q" onClick={() => askReason('asked')}>
              {decisionLabels.asked()} <kbd aria-hidden>Q</kbd>
            </Button>
          )}
          {next && (
            <Button aria-keyshortcuts="J" onClick={next}>
              {m.participants_next()} <kbd aria-hidden>J</kbd>
            </Button>
          )}
          {isAllowed('refused') && (
            <Button className={styles.refuse} data-harm onClick={() => askReason('refused')}>
              {m.participants_refuse_with()}
            </Button>
          )}
        </div>
      )}
    </footer>
  )
}
