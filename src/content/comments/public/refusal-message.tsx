import { CallRefused } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { errorMessage, refusalMessage } from '#session/error-message.ts'
import { PublicComment } from '../contract.ts'
import type { RejectedSubmission } from './comment-form.tsx'
import { CommentText } from './comment-text.tsx'

type Act = 'write' | 'edit' | 'remove'

/**
 * Returns the message for a rejected request. `onChanged` receives the current comment on 412, so that the next save
 * uses its version. Undefined if the goal is reached anyway: the comment to remove no longer exists.
 */
export const toRefusalMessage = (
  error: unknown,
  act: Act,
  login: string,
  onChanged?: (current: PublicComment) => void,
): RejectedSubmission | undefined => {
  if (!(error instanceof CallRefused)) return { message: errorMessage(error) }
  const { status, refusal } = error
  if (status === 401)
    return { message: m.comments_error_expired(), actions: <a href={login}>{m.comments_to_login()}</a> }
  if (status === 404)
    return act === 'remove'
      ? undefined
      : { message: act === 'write' ? m.comments_error_closed() : m.comments_error_gone() }
  if (status === 409) return { message: m.comments_error_parent() }
  const current = status === 412 ? PublicComment.safeParse(refusal.current).data : undefined
  if (current) {
    onChanged?.(current)
    return { message: m.comments_error_changed(), actions: <CommentText body={current.body} /> }
  }
  return { message: refusalMessage(error) }
}
