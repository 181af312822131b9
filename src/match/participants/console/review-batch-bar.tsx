import { UnstyledButton } from '@mantine/core'
import type { ActionResult, ListAction } from '#console/kit/list/actions/list-actions.ts'
import type { Selection } from '#console/kit/list/actions/use-selection.ts'
import { askReason } from '#console/kit/parts/dialogs/ask-reason.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { m } from '#messages/messages.js'
import type { Decision, ParticipationLine } from '../contract-review.ts'
import { client } from './participation-resource.tsx'
import styles from './review-screen.module.css'
import { useReviewShortcuts } from './use-review-shortcuts.ts'

const decide = async (records: ParticipationLine[], state: Decision, reason = ''): Promise<ActionResult> => {
  const ids = records.map(({ _id }) => _id)
  const seen = records.map(({ _id, updatedAt }) => ({ _id, updatedAt }))
  const { decided, passed } = await client.decide({ body: { ids, seen, state, reason } })
  return { done: decided.length, failed: passed.map((id) => ({ id, message: m.participants_passed() })) }
}

/**
 * Decides on all selected records with one reason, which is sent to each company. Does nothing if the dialog is
 * cancelled.
 */
const decideWithReason = (state: 'asked' | 'refused', label: string) => async (records: ParticipationLine[]) => {
  const reason = await askReason({
    title: label,
    text: m.participants_reason_many({ count: records.length }),
    label,
    harm: state === 'refused',
  })
  return reason === null ? { done: 0, failed: [] } : decide(records, state, reason)
}

const said = (count: number) => m.participants_said({ count })

/** Batch actions in order of severity. */
export const batchActions = (): Record<Decision, ListAction<ParticipationLine>> => ({
  approved: {
    key: 'approve',
    label: m.participants_approve(),
    icon: 'check',
    run: (records) => decide(records, 'approved'),
    doneText: said,
  },
  asked: {
    key: 'ask',
    label: m.participants_ask(),
    icon: 'mail',
    run: decideWithReason('asked', m.participants_ask()),
    doneText: said,
  },
  refused: {
    key: 'refuse',
    label: m.participants_refuse(),
    icon: 'close',
    isHarmful: true,
    run: decideWithReason('refused', m.participants_refuse()),
    doneText: said,
  },
})

const shortcuts: Partial<Record<Decision, string>> = { approved: 'A', asked: 'Q' }

interface ReviewBatchBarProps {
  selection: Selection<ParticipationLine>
  /** Records on the current page. */
  page: readonly ParticipationLine[]
  busy: string | undefined
  run: (decision: Decision) => void
}

/** Replaces the footer while records are selected. Keys A and Q apply to the selection; Esc clears it. */
export function ReviewBatchBar({ selection, page, busy, run }: ReviewBatchBarProps) {
  const count = selection.records.length
  const actions = batchActions()
  const unselected = page.filter((row) => !selection.has(row))
  useReviewShortcuts({
    a: () => busy === undefined && run('approved'),
    q: () => busy === undefined && run('asked'),
  })
  return (
    <section className={styles.batch} aria-label={m.list_chosen({ count })}>
      <strong role="status">{m.list_chosen({ count })}</strong>
      {unselected.length > 0 && (
        <UnstyledButton
          className={styles.batchButton}
          onClick={() => selection.replace([...selection.records, ...unselected])}
        >
          {m.list_choose_page()}
        </UnstyledButton>
      )}
      <span className={styles.batchButtons}>
        {(['approved', 'asked', 'refused'] as const).map((decision) => {
          const { label, icon, isHarmful } = actions[decision]
          return (
            <UnstyledButton
              key={decision}
              className={styles.batchButton}
              data-harm={isHarmful}
              disabled={busy !== undefined}
              aria-keyshortcuts={shortcuts[decision]}
              onClick={() => run(decision)}
            >
              <Icon name={icon} />
              {label}
              {shortcuts[decision] && <kbd aria-hidden>{shortcuts[decision]}</kbd>}
            </UnstyledButton>
          )
        })}
        <UnstyledButton className={styles.batchButton} aria-label={m.list_release()} onClick={selection.clear}>
          <kbd aria-hidden>Esc</kbd>
        </UnstyledButton>
      </span>
    </section>
  )
}
