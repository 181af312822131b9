import type { ReactNode } from 'react'
import { m } from '#messages/messages.js'
import { formatMoment } from '#ui/format/format-day.ts'
import { foreignLang } from '#ui/format/language-attributes.ts'
import type { CommentThread, PublicComment } from '../contract.ts'
import styles from './comment-section.module.css'
import { CommentText } from './comment-text.tsx'

/** Returns the displayed name of the author. */
export const getAuthorName = ({ author }: Pick<PublicComment, 'author'>): string => author ?? m.comments_member_gone()

interface CommentListProps {
  threads: readonly CommentThread[]
  /** `instead` replaces the text of a comment; `beneath` is rendered below it. */
  instead?: (comment: PublicComment) => ReactNode
  beneath?: (comment: PublicComment) => ReactNode
}

/** List of threads: each comment with its replies. */
export function CommentList({ threads, instead, beneath }: CommentListProps) {
  if (threads.length === 0) return <p className={styles.none}>{m.comments_none()}</p>
  const parts = { instead, beneath }
  return (
    <ol className={styles.threads}>
      {threads.map(({ replies, ...comment }) => (
        <li key={comment._id} className={styles.thread}>
          <Entry comment={comment} {...parts} />
          {replies.length > 0 && (
            <ol className={styles.replies} aria-label={m.comments_replies({ name: getAuthorName(comment) })}>
              {replies.map((reply) => (
                <li key={reply._id}>
                  <Entry comment={reply} {...parts} />
                </li>
              ))}
            </ol>
          )}
        </li>
      ))}
    </ol>
  )
}

function Entry({
  comment,
  instead,
  beneath,
}: { comment: PublicComment } & Pick<CommentListProps, 'instead' | 'beneath'>) {
  const { _id, state, body, createdAt, editedAt, lang } = comment
  const id = `comment-${_id}`
  if (state !== 'visible')
    return (
      <p id={id} className={styles.gone} tabIndex={-1}>
        {state === 'hidden' ? m.comments_was_hidden() : m.comments_was_removed()}
      </p>
    )
  return (
    <article
      id={id}
      className={styles.comment}
      tabIndex={-1}
      aria-label={m.comments_by({ name: getAuthorName(comment) })}
    >
      <p className={styles.who}>
        <strong className={styles.name}>{getAuthorName(comment)}</strong>
        <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
        {editedAt && <span>{m.comments_edited()}</span>}
      </p>
      {instead?.(comment) || (
        <div lang={foreignLang(lang)}>
          <CommentText body={body} />
        </div>
      )}
      {beneath?.(comment)}
    </article>
  )
}
