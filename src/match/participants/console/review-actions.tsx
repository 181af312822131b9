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
import { useSession } from '#session/use-session.ts'
import { DecidedState, type Decision, type Participation, type ParticipationLine } from '../contract-review.ts'
import { maxNoteLength, statesBefore } from '../rules.ts'
import { client, decisionLabels, resource } from './participation-resource.tsx'
import styles from './review-pane.module.css'
import { useReviewShortcuts } from './use-review-shortcuts.ts'

interface ReviewFootProps {
  participation: Participation
  next: (() => void) | undefined
  onDecided: (line: ParticipationLine) => void
  refetch: () => void
}

const decidedWords: Record<Decision, (said: { name: string; time: string }) => string> = {
  approved: m.participants_decided_approved,
  asked: m.participants_decided_asked,
  refused: m.participants_decided_refused,
}

/** Message after a 409: which decision was made meanwhile, by whom and when. */
const tellStanding = (refused: CallRefused): string => {
  const { data } = DecidedState.safeParse(refused.refusal.current)
  const fallback = Object.values(refused.refusal.fields ?? {})[0] ?? refused.message
  if (!data?.decidedAt || data.state === 'submitted' || data.state === 'withdrawn') return fallback
  if (refused.refusal.fields?.state === m.participants_field_decision()) return fallback
  return decidedWords[data.state]({
    name: data.decidedBy ?? m.participants_somebody(),
    time: fullInstant(data.decidedAt),
  })
}

/** Draft of the reason, stored in the browser until it is sent, so that moving to another record does not lose it. */
const useDraft = (id: string) => {
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
export function ReviewActions({ participation, next, onDecided, refetch }: ReviewFootProps) {
  const { _id, state, updatedAt } = participation
  const mayWrite = useMayWrite(resource.access)
  const [writing, setWriting] = useState<'asked' | 'refused' | null>(null)
  const [text, setText] = useDraft(_id)
  const [busy, setBusy] = useState<Decision>()
  const [wrong, setWrong] = useState<string>()
  const [standing, setStanding] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (writing) field.current?.focus()
  }, [writing])
  const may = (decision: Decision) => mayWrite && statesBefore(decision).includes(state)

  const decide = async (decision: Decision, reason = '') => {
    if (busy !== undefined) return
    setBusy(decision)
    setWrong(undefined)
    setStanding(undefined)
    try {
      const answer = await client.decideOne({ params: { id: _id }, body: { state: decision, reason, updatedAt } })
      showSuccess(m.participants_said({ count: 1 }))
      if (decision !== 'approved') setText('')
      setWriting(null)
      onDecided(answer.participation)
    } catch (refused) {
      if (refused instanceof CallRefused && refused.status === 409) {
        setStanding(tellStanding(refused))
        setWriting(null)
        refetch()
      } else
        setWrong(refused instanceof CallRefused ? (refused.refusal.fields?.reason ?? refused.message) : String(refused))
    } finally {
      setBusy(undefined)
    }
  }
  const open = (decision: 'asked' | 'refused') => {
    setWrong(undefined)
    setWriting(decision)
  }
  const send = () => {
    if (!writing) return
    if (!text.trim()) {
      setWrong(m.participants_reason_empty())
      field.current?.focus()
    } else void decide(writing, text)
  }
  useReviewShortcuts({
    ...(may('approved') && { a: () => void decide('approved') }),
    ...(may('asked') && { q: () => open('asked') }),
  })
  const failure = standing ?? (writing ? undefined : wrong)
  if (!mayWrite) return <ReadOnlyFooter />
  return (
    <footer className={styles.foot}>
      {failure && (
        <p className={styles.stale} role="alert">
          <Icon name="warning" />
          {failure}
        </p>
      )}
      {writing ? (
        <form
          className={styles.writing}
          onSubmit={(event) => {
            event.preventDefault()
            send()
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setWriting(null)
            else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
            else return
            event.preventDefault()
          }}
        >
          <Textarea
            ref={field}
            label={writing === 'asked' ? m.participants_ask_what() : m.participants_refuse_why()}
            description={m.participants_reason_help()}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={maxNoteLength}
            value={text}
            error={wrong}
            onChange={({ currentTarget }) => {
              setText(currentTarget.value)
              setWrong(undefined)
            }}
          />
          <div className={styles.acts}>
            <Button
              type="submit"
              variant={writing === 'refused' ? 'default' : 'filled'}
              data-harm={writing === 'refused' || undefined}
              loading={busy !== undefined}
              aria-keyshortcuts="Control+Enter"
            >
              {writing === 'asked' ? m.participants_ask_send() : m.participants_refuse_now()}
            </Button>
            <Button variant="default" onClick={() => setWriting(null)}>
              {m.form_go_back()}
            </Button>
            <span className={styles.kept}>{m.participants_text_kept()}</span>
          </div>
        </form>
      ) : (
        <div className={styles.acts}>
          {may('approved') && (
            <Button
              variant="filled"
              loading={busy === 'approved'}
              aria-keyshortcuts="A"
              onClick={() => void decide('approved')}
            >
              {decisionLabels.approved()} <kbd aria-hidden>A</kbd>
            </Button>
          )}
          {may('asked') && (
            <Button aria-keyshortcuts="Q" onClick={() => open('asked')}>
              {decisionLabels.asked()} <kbd aria-hidden>Q</kbd>
            </Button>
          )}
          {next && (
            <Button aria-keyshortcuts="J" onClick={next}>
              {m.participants_next()} <kbd aria-hidden>J</kbd>
            </Button>
          )}
          {may('refused') && (
            <Button className={styles.refuse} data-harm onClick={() => open('refused')}>
              {m.participants_refuse_with()}
            </Button>
          )}
        </div>
      )}
    </footer>
  )
}
