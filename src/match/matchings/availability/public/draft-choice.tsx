import { m } from '#messages/messages.js'
import { Button } from '#ui/controls/button.tsx'
import { formatTime } from '../../public/format-time.ts'
import styles from './my-schedule.module.css'
import type { DraftState } from './use-draft.ts'

/** Lets the buyer choose between two drafts when two windows drew. Taking the other one can be undone. */
export function DraftChoice({ draft, count }: { draft: DraftState; count: number }) {
  const { other, keepOwn, takeOther } = draft
  return (
    <div className={styles.choice} role="alert">
      {other && (
        <>
          <p>
            <b>{m.matchings_draft_elsewhere()}</b>
            {m.matchings_draft_count({ own: count, other: other.size })}
          </p>
          <Button look="outline" low onClick={keepOwn}>
            {m.matchings_draft_keep()}
          </Button>
          <Button look="outline" low onClick={takeOther}>
            {m.matchings_draft_take()}
          </Button>
        </>
      )}
    </div>
  )
}

/** Shows where the draft is stored until it is saved: on the server with its time, or in this tab only. */
export function DraftStatus({
  draft,
  isChanged,
  timeZone,
}: {
  draft: DraftState
  isChanged: boolean
  timeZone: string
}) {
  if (!isChanged) return null
  const time = draft.keptAt && formatTime(draft.keptAt, timeZone)
  if (draft.isOnlyHere) return <span>{m.matchings_draft_here()}</span>
  return time ? <span>{m.matchings_draft_kept({ time })}</span> : null
}
