import { Button, Menu, Modal, Textarea } from '@mantine/core'
import clsx from 'clsx'
import { type SyntheticEvent, useState } from 'react'
import { Icon } from '#console/kit/parts/icon.tsx'
import said from '#console/kit/parts/message-text.module.css'
import { NameAvatar } from '#console/kit/parts/name-avatar.tsx'
import { StateMark } from '#console/kit/parts/state-mark.tsx'
import { fullInstant, listInstant } from '#console/kit/parts/time/seoul-time.ts'
import { useMayWrite } from '#console/kit/use-rights.ts'
import { m } from '#messages/messages.js'
import type { Comment } from '../contract.ts'
import { maxReasonLength } from '../rules.ts'
import {
  commentMarks,
  commentStateLabels,
  getCommentAuthor,
  getCommentText,
  listHidingReasons,
} from './comment-resource.tsx'
import styles from './post-comments.module.css'

interface CommentEntryProps {
  comment: Comment
  /** The comment it replies to, if that is on the same page. */
  answered: Comment | undefined
  move: (state: Comment['state'], reason?: string) => Promise<void>
}

/** One comment with all staff details and its moderation actions. */
export function CommentModeration({ comment, answered, move }: CommentEntryProps) {
  const { _id, state, reason, removedBy, parent, createdAt, editedAt } = comment
  const mayWrite = useMayWrite('console:boards')
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const moderate = async (to: Comment['state'], hidingReason?: string) => {
    setBusy(true)
    await move(to, hidingReason)
    setBusy(false)
  }
  return (
    <article id={`comment-${_id}`} tabIndex={-1} className={styles.entry} data-reply={parent !== null || undefined}>
      <p className={said.who}>
        <NameAvatar name={getCommentAuthor(comment)} size={20} />
        <strong>{getCommentAuthor(comment)}</strong>
        {parent && (
          <span>{answered ? m.comments_answer_to({ name: getCommentAuthor(answered) }) : m.comments_reply()}</span>
        )}
        <StateMark mark={commentMarks[state]}>{commentStateLabels[state]()}</StateMark>
        {editedAt && <span title={fullInstant(editedAt)}>{m.comments_edited()}</span>}
        <time dateTime={createdAt} title={fullInstant(createdAt)}>
          {listInstant(createdAt)}
        </time>
      </p>
      <p className={clsx(said.words, removedBy === 'author' && styles.gone)}>{getCommentText(comment)}</p>
      {reason && <p className={styles.reason}>{m.comments_reason_was({ reason })}</p>}
      {mayWrite && removedBy !== 'author' && (
        <div className={styles.acts}>
          {state === 'visible' && (
            <Menu position="bottom-start">
              <Menu.Target>
                <Button size="xs" disabled={isBusy} leftSection={<Icon name="eyeOff" size={14} />}>
                  {m.comments_act_hide()}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Label>{m.comments_reason_label()}</Menu.Label>
                {listHidingReasons().map((hidingReason) => (
                  <Menu.Item key={hidingReason} onClick={() => void moderate('hidden', hidingReason)}>
                    {hidingReason}
                  </Menu.Item>
                ))}
                <Menu.Divider />
                <Menu.Item onClick={() => setAsking(true)}>{m.comments_reason_other()}</Menu.Item>
              </Menu.Dropdown>
            </Menu>
          )}
          {state !== 'visible' && (
            <Button
              size="xs"
              disabled={isBusy}
              leftSection={<Icon name={state === 'hidden' ? 'eye' : 'restore'} size={14} />}
              onClick={() => void moderate('visible')}
            >
              {state === 'hidden' ? m.comments_act_show() : m.comments_act_restore()}
            </Button>
          )}
          {state !== 'removed' && (
            <Button
              size="xs"
              data-harm
              variant="subtle"
              disabled={isBusy}
              leftSection={<Icon name="trash" size={14} />}
              onClick={() => void moderate('removed', reason)}
            >
              {m.comments_act_remove()}
            </Button>
          )}
        </div>
      )}
      <Modal
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={m.comments_hide_title()}
        closeButtonProps={{ 'aria-label': m.form_close() }}
      >
        <ReasonForm
          hide={(hidingReason) => {
            setAsking(false)
            void moderate('hidden', hidingReason)
          }}
        />
      </Modal>
    </article>
  )
}

function ReasonForm({ hide }: { hide: (reason: string) => void }) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const text = reason.trim()
    if (text) hide(text)
    else setError(m.field_required())
  }
  return (
    <form onSubmit={submit} noValidate className={styles.ask}>
      <Textarea
        data-autofocus
        label={m.comments_reason_label()}
        description={m.comments_reason_help()}
        value={reason}
        maxLength={maxReasonLength}
        error={error}
        autosize
        minRows={2}
        onChange={({ currentTarget }) => {
          setReason(currentTarget.value)
          setError(undefined)
        }}
      />
      <Button type="submit" variant="filled">
        {m.comments_act_hide()}
      </Button>
    </form>
  )
}
