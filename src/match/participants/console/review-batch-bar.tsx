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
const decideWith = (state: 'asked' | 'refused', label: string) => async (records: ParticipationLine[]) => {
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
export const batchActs = (): Record<Decision, ListAction<ParticipationLine>> => ({
  approved: {
    key: 'approve',
    label: m.participants_approve(),
    icon: 'check',
    run: (records) => decide(records, 'approved'),
    said,
  },
  asked: {
    key: 'ask',
    label: m.participants_ask(),
    icon: 'mail',
    run: decideWith('asked', m.participants_ask()),
    said,
  },
  refused: {
    key: 'refuse',
    label: m.participants_refuse(),
    icon: 'close',
    harm: true,
    run: decideWith('refused', m.participants_refuse()),
    said,
  },
})

const keys: Partial<Record<Decision, string>> = { approved: 'A', asked: 'Q' }

interface ReviewBatchProps {
  selection: Selection<ParticipationLine>
  /** Records on the current page. */
  page: readonly ParticipationLine[]
  busy: string | undefined
  run: (decision: Decision) => void
}

/** Replaces the footer while records are selected. Keys A and Q apply to the selection; Esc clears it. */
export function ReviewBatchBar({ selection, page, busy, run }: ReviewBatchProps) {
  const count = selection.records.length
  const acts = batchActs()
  const others = page.filter((row) => !selection.has(row))
  useReviewShortcuts({
    a: () => busy === undefined && run('approved'),
    q: () => busy === undefined && run('asked'),
  })
  return (
    <section className={styles.batch} aria-label={m.list_chosen({ count })}>
      <strong role="status">{m.list_chosen({ count })}</strong>
      {others.length > 0 && (
        <UnstyledButton
          className={styles.batchAct}
          onClick={() => selection.replace([...selection.records, ...others])}
        >
          {m.list_choose_page()}
        </UnstyledButton>
      )}
      <span className={styles.batchActs}>
        {(['approved', 'asked', 'refused'] as const).map((decision) => {
          const { label, icon, harm } = acts[decision]
          return (
            <UnstyledButton
              key={decision}
              className={styles.batchAct}
              data-harm={harm}
              disabled={busy !== undefined}
              aria-keyshortcuts={keys[decision]}
              onClick={() => run(decision)}
            >
              <Icon name={icon} />
              {label}
              {keys[decision] && <kbd aria-hidden>{keys[decision]}</kbd>}
            </UnstyledButton>
          )
        })}
        <UnstyledButton className={styles.batchAct} aria-label={m.list_release()} onClick={selection.clear}>
          <kbd aria-hidden>Esc</kbd>
        </UnstyledButton>
      </span>
    </section>
  )
}
