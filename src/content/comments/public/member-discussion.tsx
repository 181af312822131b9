import { m } from '#messages/messages.js'
import { Button } from '#ui/controls/button.tsx'
import type { PublicComment } from '../contract.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentList, getAuthorName } from './comment-list.tsx'
import styles from './comment-section.module.css'
import { type CommentSectionProps, CommentSectionTitle } from './comment-section.tsx'
import { HiddenComments } from './hidden-comments.tsx'
import { useMemberDiscussion } from './use-member-discussion.tsx'

type DiscussionProps = CommentSectionProps & { member: string }

/** Comments for a logged-in member, who can write and reply, and edit or remove own comments. */
export default function MemberDiscussion(props: DiscussionProps) {
  const { post, found, address, member } = props
  const discussion = useMemberDiscussion(props)
  const { name, threads, isOpen, write, edit, close } = discussion
  const form = { member, post, hint: m.comments_write_hint() }
  return (
    <>
      <CommentSectionTitle count={discussion.spoken} />
      <p className={styles.said} role="status">
        {discussion.said}
      </p>
      {found.page === 1 ? (
        <CommentForm
          {...form}
          name="new"
          label={m.comments_write()}
          hint={name ? m.comments_write_as({ name }) : form.hint}
          act={m.comments_post()}
          send={(body, key) => write(body, key, null)}
        />
      ) : (
        <p className={styles.prompt}>
          <a className={styles.login} href={`${address}#comments`}>
            {m.comments_first_page()}
          </a>
        </p>
      )}
      <HiddenComments comments={discussion.hidden} />
      <CommentList
        threads={threads}
        instead={(comment) =>
          isOpen('edit', comment) && (
            <CommentForm
              {...form}
              name={`edit-${comment._id}`}
              label={m.comments_edit_label()}
              initial={comment.body}
              act={m.comments_save()}
              send={(body) => edit(body, comment)}
              cancel={() => close(comment)}
            />
          )
        }
        beneath={(comment) => {
          if (isOpen('edit', comment)) return null
          if (isOpen('remove', comment)) return <Ask comment={comment} discussion={discussion} />
          if (!isOpen('reply', comment)) return <Acts comment={comment} discussion={discussion} />
          return (
            <CommentForm
              {...form}
              name={`reply-${comment._id}`}
              label={m.comments_reply_to({ name: getAuthorName(comment) })}
              act={m.comments_post()}
              send={(body, key) => write(body, key, comment._id)}
              cancel={() => close(comment)}
            />
          )
        }}
      />
    </>
  )
}

interface CommentActions {
  comment: PublicComment
  discussion: ReturnType<typeof useMemberDiscussion>
}

/** Actions on a comment: reply for every comment, edit and remove for own ones. */
function Acts({ comment, discussion: { isOwn, begin } }: CommentActions) {
  const acts = [
    ...(comment.parent ? [] : [{ kind: 'reply' as const, label: m.comments_reply() }]),
    ...(isOwn(comment)
      ? [
          { kind: 'edit' as const, label: m.comments_edit() },
          { kind: 'remove' as const, label: m.comments_remove() },
        ]
      : []),
  ]
  if (acts.length === 0) return null
  return (
    <div className={styles.acts}>
      {acts.map(({ kind, label }) => (
        <button key={kind} type="button" className={styles.act} onClick={() => begin(kind, comment)}>
          {label}
        </button>
      ))}
    </div>
  )
}

/** Confirmation before removal; focus starts on cancel. */
function Ask({ comment, discussion: { close, remove } }: CommentActions) {
  return (
    <fieldset className={styles.ask}>
      <legend>{m.comments_remove_ask()}</legend>
      <Button look="plain" low autoFocus onClick={() => close(comment)}>
        {m.comments_cancel()}
      </Button>
      <Button look="outline" low onClick={() => void remove(comment)}>
        {m.comments_remove()}
      </Button>
    </fieldset>
  )
}
