import type { ReactNode } from 'react'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import { foreign } from '#ui/language.ts'
import type { CommentThread, PublicComment } from '../contract.ts'
import { CommentText } from './comment-text.tsx'
import styles from './comments.module.css'

const regions = { ko: 'ko-KR', en: 'en-GB', cn: 'zh-CN' } as const

/** 2026. 11. 20. 14:05, by the clock of Seoul; where another could be meant the zone is told. */
const momentOf = (instant: string): string => {
  const locale = getLocale()
  const format = new Intl.DateTimeFormat(regions[locale], {
    ...(locale === 'en' ? { day: 'numeric', month: 'short', year: 'numeric' } : { dateStyle: 'medium' }),
    ...(locale === 'en' ? { hour: '2-digit', minute: '2-digit' } : { timeStyle: 'short' }),
    hourCycle: 'h23',
    timeZone: 'Asia/Seoul',
  })
  return locale === 'ko' ? format.format(new Date(instant)) : `${format.format(new Date(instant))} (KST)`
}

/** 1,204: alike on the server and in every browser. */
export const figure = (count: number): string => count.toLocaleString(regions[getLocale()])

/** The name beside a comment. */
export const nameOf = ({ author }: Pick<PublicComment, 'author'>): string => author ?? m.comments_member_gone()

interface CommentListProps {
  threads: readonly CommentThread[]
  /** What stands in the place of a comment's words, and beneath them. */
  instead?: (comment: PublicComment) => ReactNode
  beneath?: (comment: PublicComment) => ReactNode
}

/** Threads as they are read: each comment, and beneath it what it was answered. */
export function CommentList({ threads, instead, beneath }: CommentListProps) {
  if (threads.length === 0) return <p className={styles.none}>{m.comments_none()}</p>
  const parts = { instead, beneath }
  return (
    <ol className={styles.threads}>
      {threads.map(({ replies, ...comment }) => (
        <li key={comment._id} className={styles.thread}>
          <Entry comment={comment} {...parts} />
          {replies.length > 0 && (
            <ol className={styles.replies} aria-label={m.comments_replies({ name: nameOf(comment) })}>
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
    <article id={id} className={styles.comment} tabIndex={-1} aria-label={m.comments_by({ name: nameOf(comment) })}>
      <p className={styles.who}>
        <strong className={styles.name}>{nameOf(comment)}</strong>
        <time dateTime={createdAt}>{momentOf(createdAt)}</time>
        {editedAt && <span>{m.comments_edited()}</span>}
      </p>
      {instead?.(comment) || (
        <div lang={foreign(lang)}>
          <CommentText body={body} />
        </div>
      )}
      {beneath?.(comment)}
    </article>
  )
}
