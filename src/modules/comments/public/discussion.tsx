import { useEffect, useMemo, useRef, useState } from 'react'
import { clientOf } from '#account/session.ts'
import type { Answer } from '#kit/contract.ts'
import { m } from '#messages/messages.js'
import { Button } from '#ui/button.tsx'
import { comments as contract, type PublicComment } from '../contract.ts'
import { withChanges } from '../rules.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentList, nameOf } from './comment-list.tsx'
import styles from './comments.module.css'
import { type CommentsProps, CommentsTitle, loginAddress } from './comments.tsx'
import { OwnHidden } from './own-hidden.tsx'
import { refusedAs } from './refused.tsx'
import { draftsOf } from './use-draft.tsx'

const client = clientOf(contract)

/** What stands open beside a comment. */
interface Open {
  kind: 'reply' | 'edit' | 'remove'
  id: string
}

/** What was begun before a reload or a log-in stands open again, where its comment still does. */
const begun = (member: string, post: string): Open | null => {
  for (const name of draftsOf(member, post)) {
    const [, kind, id] = /^(reply|edit)-(.+)$/.exec(name) ?? []
    if (id && (kind === 'reply' || kind === 'edit')) return { kind, id }
  }
  return null
}

/** The comments to somebody who is logged in: to be written, answered, and if they are their own, changed and removed. */
export default function Discussion({ post, found, address, member }: CommentsProps & { member: string }) {
  const [changes, setChanges] = useState<readonly PublicComment[]>([])
  const [{ name, comments: own }, setOwn] = useState<Answer<typeof contract.mine>>({ name: '', comments: [] })
  const [open, setOpen] = useState<Open | null>(() => begun(member, post))
  const [said, say] = useState('')
  const [focus, setFocus] = useState('')
  const { threads, spoken } = useMemo(() => withChanges(found.comments, found.spoken, changes), [found, changes])

  useEffect(() => {
    let isHere = true
    client.mine({ params: { id: post } }).then(
      (answer) => isHere && setOwn(answer),
      // Whose comments are whose stays unknown; they can be read and written all the same.
      () => undefined,
    )
    return () => {
      isHere = false
    }
  }, [post])

  // After an act the focus is where its effect is seen.
  useEffect(() => {
    if (focus) document.getElementById(focus)?.focus({ preventScroll: false })
  }, [focus])

  const login = loginAddress(address)
  const mine = useRef(new Set<string>())
  const isOwn = ({ _id }: PublicComment) => mine.current.has(_id) || own.some((comment) => comment._id === _id)
  const change = (comment: PublicComment) =>
    setChanges((known) => [...known.filter(({ _id }) => _id !== comment._id), comment])

  const write = async (body: string, key: string, parent: string | null) => {
    try {
      const { comment } = await client.write(
        { params: { id: post }, body: { body, parent } },
        { headers: { 'idempotency-key': key } },
      )
      mine.current.add(comment._id)
      change(comment)
      say(parent ? m.comments_said_replied() : m.comments_said_posted())
      if (!parent) return
      setOpen(null)
      setFocus(`comment-${comment._id}`)
    } catch (error) {
      return refusedAs(error, 'write', login)
    }
  }
  const [stamps, setStamps] = useState<Record<string, string>>({})
  const edit = async (body: string, comment: PublicComment) => {
    try {
      const updatedAt = stamps[comment._id] ?? comment.updatedAt
      const answer = await client.edit({ params: { id: post, comment: comment._id }, body: { body, updatedAt } })
      change(answer.comment)
      say(m.comments_said_saved())
      setOpen(null)
      setFocus(`comment-${comment._id}`)
    } catch (error) {
      return refusedAs(error, 'edit', login, ({ updatedAt }) =>
        setStamps((known) => ({ ...known, [comment._id]: updatedAt })),
      )
    }
  }
  const remove = async (comment: PublicComment) => {
    try {
      await client.withdraw({ params: { id: post, comment: comment._id } })
    } catch (error) {
      const refused = refusedAs(error, 'remove', login)
      if (refused) return say(refused.message)
    }
    change({ ...comment, state: 'removed', body: '', author: null })
    say(m.comments_said_removed())
    setOpen(null)
    setFocus(
      withChanges(threads, 0, [{ ...comment, state: 'removed' }]).threads.some(({ _id }) => _id === comment._id)
        ? `comment-${comment._id}`
        : 'comments-title',
    )
  }

  const isOpen = (kind: Open['kind'], { _id }: PublicComment) => open?.kind === kind && open.id === _id
  const close = (comment: PublicComment) => () => {
    setOpen(null)
    setFocus(`comment-${comment._id}`)
  }
  const form = { member, post, hint: m.comments_write_hint() }
  return (
    <>
      <CommentsTitle count={spoken} />
      <p className={styles.said} role="status">
        {said}
      </p>
      {found.page === 1 ? (
        <CommentForm
          {...form}
          name="new"
          hint={name ? m.comments_write_as({ name }) : form.hint}
          label={m.comments_write()}
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
      <OwnHidden comments={own.filter(({ state }) => state === 'hidden')} />
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
              cancel={close(comment)}
            />
          )
        }
        beneath={(comment) =>
          isOpen('remove', comment) ? (
            <fieldset className={styles.ask}>
              <legend>{m.comments_remove_ask()}</legend>
              <Button look="plain" low autoFocus onClick={close(comment)}>
                {m.comments_cancel()}
              </Button>
              <Button look="outline" low onClick={() => void remove(comment)}>
                {m.comments_remove()}
              </Button>
            </fieldset>
          ) : isOpen('reply', comment) ? (
            <CommentForm
              {...form}
              name={`reply-${comment._id}`}
              label={m.comments_reply_to({ name: nameOf(comment) })}
              act={m.comments_post()}
              send={(body, key) => write(body, key, comment._id)}
              cancel={close(comment)}
            />
          ) : isOpen('edit', comment) ? null : (
            <div className={styles.acts}>
              {!comment.parent && (
                <Act label={m.comments_reply()} onClick={() => setOpen({ kind: 'reply', id: comment._id })} />
              )}
              {isOwn(comment) && (
                <>
                  <Act label={m.comments_edit()} onClick={() => setOpen({ kind: 'edit', id: comment._id })} />
                  <Act label={m.comments_remove()} onClick={() => setOpen({ kind: 'remove', id: comment._id })} />
                </>
              )}
            </div>
          )
        }
      />
    </>
  )
}

function Act({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" className={styles.act} onClick={onClick}>
      {label}
    </button>
  )
}
