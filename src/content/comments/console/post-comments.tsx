import { Button, Pagination } from '@mantine/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import { recordKey } from '#console/kit/list/state/use-list.ts'
import { showError, showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { Screen } from '#console/kit/screen/screen.tsx'
import { Notice } from '#console/kit/screen/screen-notice.tsx'
import { getPostName, publicPathPrefixes, resource } from '#content/boards/console/post-resource.tsx'
import { m } from '#messages/messages.js'
import { errorMessage } from '#session/error-message.ts'
import type { Comment } from '../contract.ts'
import { CommentModeration } from './comment-moderation.tsx'
import { commentClient, commentResource, groupThreads, moveComment, restoreComment } from './comment-resource.tsx'
import styles from './post-comments.module.css'

/** Comments per page, and the polling interval in ms. */
const pageSize = 50
const pollInterval = 15_000

/** Comments of one post, newest first, in full; staff can hide them with a reason, remove them or restore them. */
export default function PostComments() {
  const { id = '' } = useParams()
  const { hash } = useLocation()
  const queries = useQueryClient()
  const [page, setPage] = useState(1)
  const post = useQuery({ queryKey: recordKey(resource.path, id), queryFn: () => resource.get(id) })
  const { data, error, refetch } = useQuery({
    queryKey: [commentResource.path, 'post', id, page],
    queryFn: ({ signal }) => commentClient.list({ query: { post: id, page, limit: pageSize } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: pollInterval,
  })
  const isRead = data !== undefined
  useEffect(() => {
    if (isRead && hash) document.getElementById(hash.slice(1))?.focus()
  }, [isRead, hash])

  const refreshComments = () => queries.invalidateQueries({ queryKey: [commentResource.path] })
  const successMessages = {
    visible: m.comments_said_shown,
    hidden: m.comments_said_hidden,
    removed: m.comments_said_deleted,
  }
  const moveToState = async (comment: Comment, state: Comment['state'], reason = '') => {
    try {
      await moveComment(comment, state, reason)
      showSuccess(successMessages[state]({ count: 1 }), async () => {
        await restoreComment(comment)
        await refreshComments()
      })
    } catch (failure) {
      showError(failure)
    }
    await refreshComments()
  }

  const site = post.data && publicPathPrefixes[post.data.code]
  return (
    <Screen
      hasNoMargin
      title={m.comments_console_title()}
      before={
        <Button
          component={Link}
          to="/console/boards/comments"
          variant="subtle"
          aria-label={m.form_back({ list: m.comments_console_title() })}
        >
          <Icon name="back" />
        </Button>
      }
      note={data && m.comments_counted({ count: data.total.toLocaleString() })}
      actions={
        <Button component={Link} to={`/console/boards/${id}`}>
          {m.comments_to_post()}
        </Button>
      }
    >
      {post.data && (
        <header className={styles.post}>
          <h2 className={styles.subject}>{getPostName(post.data)}</h2>
          {site && (
            <a className={styles.site} href={`${site}${post.data.slug ?? id}#comments`}>
              {m.comments_on_site()}
              <Icon name="external" size={14} />
            </a>
          )}
        </header>
      )}
      {error && !data ? (
        <Notice isError title={m.shell_failed_title()} text={errorMessage(error)} onRetry={() => void refetch()} />
      ) : data?.total === 0 ? (
        <Notice title={m.comments_empty_title()} text={m.comments_empty_text()} />
      ) : (
        <ol className={styles.comments}>
          {groupThreads(data?.comments ?? []).map((comment) => (
            <li key={comment._id}>
              <CommentModeration
                comment={comment}
                answered={data?.comments.find(({ _id }) => _id === comment.parent)}
                move={(state, reason) => moveToState(comment, state, reason)}
              />
            </li>
          ))}
        </ol>
      )}
      {data && data.total > pageSize && (
        <Pagination
          className={styles.pages}
          total={Math.ceil(data.total / pageSize)}
          value={page}
          onChange={setPage}
          getControlProps={(control) => ({
            'aria-label': control === 'previous' ? m.list_page_previous() : m.list_page_next(),
          })}
        />
      )}
    </Screen>
  )
}
