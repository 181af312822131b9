import { UnstyledButton } from '@mantine/core'
import type { Draft } from '#kit/drafts/client.ts'
import { m } from '#messages/messages.js'
import { StateShape } from '../../parts/state-mark.tsx'
import { fullInstant, listInstant } from '../../parts/time/seoul-time.ts'
import styles from './draft.module.css'

interface DraftStripProps {
  draft: Draft<unknown>
  /** Version of the record that is public now. */
  publishedAt: string
  /** Button that shows what publishing will change. */
  review: React.ReactNode
  discard: () => void
}

/** Banner above a form that edits a draft: names its author and states that it is not public yet. */
export function DraftStrip({ draft, publishedAt, review, discard }: DraftStripProps) {
  const time = <time dateTime={draft.updatedAt}>{fullInstant(draft.updatedAt)}</time>
  return (
    <div className={styles.strip} role="status">
      <p>
        <StateShape mark="draft" className={styles.mark} />
        <strong>{m.draft_by({ name: draft.by })}</strong> {time}
        <span>
          {' · '}
          {draft.madeFrom === publishedAt ? m.draft_unseen() : m.draft_behind({ time: listInstant(publishedAt) })}
        </span>
      </p>
      <div className={styles.acts}>
        {review}
        <UnstyledButton className={styles.act} onClick={discard}>
          {m.draft_discard()}
        </UnstyledButton>
      </div>
    </div>
  )
}
