import { useEffect, useState } from 'react'
import type { Answer } from '#kit/contract.ts'
import { inLocale } from '#kit/web/addresses/locale-path.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import { errorMessage } from '#session/error-message.ts'
import { clientOf } from '#session/session.ts'
import { Button } from '#ui/controls/button.tsx'
import { formatLongDay } from '#ui/format/format-day.ts'
import { comments as contract } from '../contract.ts'
import styles from './my-comments.module.css'

const client = clientOf(contract)
type OwnCommentsAnswer = Answer<typeof contract.said>

/** Lists all comments of the member, below my page. */
export default function MyComments() {
  const [ownComments, setOwnComments] = useState<OwnCommentsAnswer>()
  const [errorText, setErrorText] = useState<string>()
  const loadPage = (page: number, loaded: OwnCommentsAnswer['comments'] = []) => {
    setErrorText(undefined)
    client.said({ query: { page } }).then(
      (next) => setOwnComments({ ...next, comments: [...loaded, ...next.comments] }),
      (error: unknown) => setErrorText(errorMessage(error)),
    )
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the page opens
  useEffect(() => loadPage(1), [])
  return (
    <>
      <h1 className={styles.title}>{m.comments_mine()}</h1>
      <div role="alert">{errorText && <p className={styles.fault}>{errorText}</p>}</div>
      {errorText && !ownComments && (
        <Button look="outline" low onClick={() => loadPage(1)}>
          {m.comments_mine_retry()}
        </Button>
      )}
      {!ownComments && !errorText && <p role="status">{m.comments_mine_loading()}</p>}
      {ownComments?.comments.length === 0 && <p className={styles.meta}>{m.comments_mine_none()}</p>}
      <ul className={styles.list}>
        {ownComments?.comments.map(({ _id, body, createdAt, post, state, reason }) => (
          <li key={_id} className={styles.row}>
            <p className={styles.meta}>
              {post ? (
                <a
                  href={`${inLocale(getLocale(), post.to)}#comments`}
                  lang={post.lang === 'cn' ? 'zh-Hans' : post.lang}
                >
                  {post.subject}
                </a>
              ) : (
                m.comments_mine_gone()
              )}{' '}
              · {formatLongDay(createdAt)}
            </p>
            <p className={styles.body}>{body}</p>
            {state === 'hidden' && <p className={styles.meta}>{m.comments_mine_hidden({ reason })}</p>}
          </li>
        ))}
      </ul>
      {ownComments && ownComments.page * ownComments.limit < ownComments.total && (
        <Button look="outline" low onClick={() => loadPage(ownComments.page + 1, ownComments.comments)}>
          {m.comments_mine_more()}
        </Button>
      )}
    </>
  )
}
