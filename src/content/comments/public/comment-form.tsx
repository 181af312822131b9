import { clsx } from 'clsx'
import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import { newKey } from '#kit/client.ts'
import { groupDigits } from '#kit/text/format-values.ts'
import { m } from '#messages/messages.js'
import { pressedKey } from '#ui/browser/keyboard.ts'
import { Button } from '#ui/controls/button.tsx'
import box from '#ui/controls/field.module.css'
import { maxCommentLength, normalizeText } from '../rules.ts'
import styles from './comment-section.module.css'
import { useCommentDraft } from './use-comment-draft.tsx'

/** Rejected submission, with a message for the user. */
export interface RejectedSubmission {
  message: string
  /** Remedy: a log-in link or the current text. */
  actions?: ReactNode
}

interface CommentFormProps {
  member: string
  post: string
  /** Draft name: `new`, `reply-…` or `edit-…`. */
  name: string
  label: string
  hint: string
  initial?: string
  act: string
  /** Resolves to undefined after success. */
  send: (body: string, key: string) => Promise<RejectedSubmission | undefined>
  /** Closes the form; undefined for the form that is always open. */
  cancel?: () => void
}

const findError = (body: string): string | undefined => {
  if (body === '') return m.comments_error_empty()
  if (body.length > maxCommentLength)
    return m.comments_error_long({
      over: groupDigits(body.length - maxCommentLength),
      most: groupDigits(maxCommentLength),
    })
}

/** Form for a comment. The typed text stays until the server has accepted it. */
export function CommentForm({ member, post, name, label, hint, initial = '', act, send, cancel }: CommentFormProps) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const draft = useCommentDraft({ member, post, name, initial })
  const [error, setError] = useState<string>()
  const [refused, setRefused] = useState<RejectedSubmission>()
  const [isSending, setSending] = useState(false)
  const isOpened = cancel !== undefined
  useEffect(() => {
    if (!isOpened || !field.current) return
    field.current.focus()
    field.current.setSelectionRange(field.current.value.length, field.current.value.length)
  }, [isOpened])

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (isSending) return
    const body = normalizeText(draft.text)
    const problem = findError(body)
    setError(problem)
    setRefused(undefined)
    if (problem) return field.current?.focus()
    setSending(true)
    const refusal = await send(body, draft.keyOf(body, newKey))
    setSending(false)
    setRefused(refusal)
    if (!refusal) draft.forget()
  }
  const close = () => {
    draft.forget()
    cancel?.()
  }
  const { length } = normalizeText(draft.text)
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <label className={styles.label} htmlFor={`${id}-field`}>
        {label}
      </label>
      <textarea
        ref={field}
        id={`${id}-field`}
        className={clsx(box.field, styles.field)}
        rows={3}
        value={draft.text}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-hint ${id}-count${error ? ` ${id}-wrong` : ''}`}
        onChange={({ currentTarget }) => {
          draft.setText(currentTarget.value)
          if (error) setError(undefined)
        }}
        onKeyDown={(event) => {
          if (pressedKey(event) === 'Enter' && (event.ctrlKey || event.metaKey)) void submit(event)
        }}
      />
      <div role="alert">
        {error && (
          <p id={`${id}-wrong`} className={styles.wrong}>
            {error}
          </p>
        )}
        {refused && (
          <div className={styles.wrong}>
            <p>{refused.message}</p>
            {refused.actions}
          </div>
        )}
      </div>
      <div className={styles.foot}>
        <p id={`${id}-hint`} className={styles.hint}>
          {draft.isRestored && draft.text !== '' ? `${m.comments_kept()} ${hint}` : hint}
        </p>
        <p id={`${id}-count`} className={styles.letters} data-over={length > maxCommentLength || undefined}>
          {m.comments_characters({ count: groupDigits(length), most: groupDigits(maxCommentLength) })}
        </p>
        <div className={styles.buttons}>
          {cancel && (
            <Button look="plain" low onClick={close}>
              {m.comments_cancel()}
            </Button>
          )}
          <Button type="submit" look="outline" low busy={isSending}>
            {isSending ? m.comments_posting() : act}
          </Button>
        </div>
      </div>
    </form>
  )
}
