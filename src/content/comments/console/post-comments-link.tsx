import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { useCounts } from '#console/kit/list/state/use-list.ts'
import type { Post } from '#content/boards/contract.ts'
import { m } from '#messages/messages.js'
import { commentResource } from './comment-resource.tsx'

/** Link to the comments of a post with their number; hidden if the post takes no comments and has none. */
export function PostCommentsLink({ post: { _id, comments } }: { post: Pick<Post, '_id' | 'comments'> }) {
  const [count] = useCounts(commentResource, [{ page: 1, limit: 1, sort: undefined, q: '', filters: { post: _id } }])
  if (!comments && !count) return null
  return (
    <Button component={Link} to={`/console/boards/${_id}/comments`}>
      {m.comments_of_post({ count: (count ?? 0).toLocaleString() })}
    </Button>
  )
}
