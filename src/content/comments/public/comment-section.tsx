import { type ComponentType, useEffect, useState } from 'react'
import type { Answer } from '#kit/contract.ts'
import { groupDigits } from '#kit/text/format-values.ts'
import { inLocale } from '#kit/web/addresses/locale-path.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import { findSession, watchSession } from '#session/session-tokens.ts'
import { Pagination } from '#ui/controls/pagination.tsx'
import type { comments } from '../contract.ts'
import { CommentList } from './comment-list.tsx'
import styles from './comment-section.module.css'
import { hasDraft } from './use-comment-draft.tsx'

export interface CommentSectionProps {
  /** Id of the post. */
  post: string
  found: Answer<typeof comments.discussion>
  /** Address of the post in the locale of the page. */
  address: string
}

/** Returns the address of a page of comments; the first has no page number. */
const buildPageUrl = (address: string, page: number): string =>
  page > 1 ? `${address}?comments=${page}#comments` : `${address}#comments`

/** Returns the log-in address that leads back to the comments. */
export const getLoginUrl = (address: string): string =>
  `${inLocale(getLocale(), '/login')}?next=${encodeURIComponent(`${address}#comments`)}`

type Discussion = ComponentType<CommentSectionProps & { member: string }>

/**
 * Returns the user id of the logged-in member. If the session expires while a draft exists, the member stays here with
 * the text; a log-out takes effect immediately.
 */
const useMember = (post: string): string | null => {
  const [member, setMember] = useState<string | null>(null)
  useEffect(() => {
    void findSession().then((session) => session && setMember(session.userId))
    return watchSession((session, ending) => {
      if (session) setMember(session.userId)
      else if (ending)
        setMember((current) => (current && ending === 'expired' && hasDraft(current, post) ? current : null))
    })
  }, [post])
  return member
}

/**
 * Comments of a post. The page is the same for everyone and complete without script; the code for writing is loaded
 * only for members.
 */
export function CommentSection(props: CommentSectionProps) {
  const member = useMember(props.post)
  const [discussion, setDiscussion] = useState<{ default: Discussion }>()
  useEffect(() => {
    // If the code fails to load, the comments stay readable.
    if (member) import('./member-discussion.tsx').then(setDiscussion, () => undefined)
  }, [member])
  const { found, address } = props
  return (
    <section id="comments" className={styles.comments} aria-labelledby="comments-title">
      {member && discussion ? (
        <discussion.default {...props} key={member} member={member} />
      ) : (
        <>
          <CommentSectionTitle count={found.spoken} />
          <div className={styles.prompt}>
            <p>{m.error_login_required()}</p>
            <a className={styles.login} href={getLoginUrl(address)}>
              {m.comments_to_login()}
            </a>
          </div>
          <p className={styles.scriptless}>{m.comments_no_script()}</p>
          <CommentList threads={found.comments} />
        </>
      )}
      <Pagination
        page={found.page}
        of={Math.ceil(found.total / found.limit)}
        to={(page) => buildPageUrl(address, page)}
      />
    </section>
  )
}

export function CommentSectionTitle({ count }: { count: number }) {
  return (
    <h2 id="comments-title" className={styles.title} tabIndex={-1}>
      {m.comments_title()} <span className={styles.count}>{groupDigits(count)}</span>
    </h2>
  )
}
