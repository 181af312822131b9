import { m } from '#messages/messages.js'
import type { OwnComment } from '../contract.ts'
import styles from './comment-section.module.css'
import { CommentText } from './comment-text.tsx'

/** Shows authors which of their comments staff hid, and why. */
export function HiddenComments({ comments }: { comments: readonly OwnComment[] }) {
  if (comments.length === 0) return null
  return (
    <section className={styles.hidden} aria-labelledby="comments-hidden">
      <h3 id="comments-hidden" className={styles.label}>
        {m.comments_own_hidden()}
      </h3>
      <ul>
        {comments.map(({ _id, body, reason }) => (
          <li key={_id}>
            <CommentText body={body} />
            <p className={styles.hint}>{m.comments_own_reason({ reason })}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
