import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react'
import { m } from '#messages/messages.js'
import { Button } from '#ui/controls/button.tsx'
import type { MatchingState } from '../rules.ts'
import styles from './confirm-prompt.module.css'
import { StateMark } from './state-mark.tsx'

interface PromptProps {
  /** State that the act leads to; shown as its symbol. */
  mark: MatchingState
  title: string
  text: string
  /** Label of the button on the right. */
  act: string
  /** True if something ends by the act: the safe button gets the focus. */
  isEnding?: boolean
  busy: boolean
  /** Why the act was refused. */
  errorText?: string | undefined
  onBack: () => void
  onSend: () => void
  children?: ReactNode
}

/** Confirmation prompt that explains the consequences of an act: the safe button on the left, the act on the right. */
export function ConfirmPrompt(props: PromptProps) {
  const { mark, title, text, act, isEnding = false, busy, errorText, onBack, onSend, children } = props
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!busy) onSend()
  }
  return (
    <form className={styles.prompt} onSubmit={submit} noValidate>
      <span className={styles.mark}>
        <StateMark state={mark} />
      </span>
      <p className={styles.title}>{title}</p>
      <p className={styles.text}>{text}</p>
      {children}
      <div role="alert" className={styles.error}>
        {errorText}
      </div>
      <div className={styles.actions}>
        <Button look="outline" low onClick={onBack} autoFocus={isEnding} data-safe={isEnding || undefined}>
          {m.matchings_pick_keep()}
        </Button>
        <Button
          type="submit"
          low
          busy={busy}
          look={isEnding ? 'outline' : 'primary'}
          className={isEnding ? styles.ending : undefined}
          autoFocus={!isEnding}
        >
          {act}
        </Button>
      </div>
    </form>
  )
}

/** The same prompt in a dialog over the page. Escape cancels. */
export function ConfirmDialog(props: PromptProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    const before = document.activeElement
    element.showModal()
    // `showModal` would focus the first field.
    element.querySelector<HTMLElement>('[data-safe]')?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className={styles.window}
      aria-label={props.title}
      onCancel={(event) => {
        event.preventDefault()
        props.onBack()
      }}
    >
      <ConfirmPrompt {...props} />
    </dialog>
  )
}

interface ReasonProps {
  value: string
  /** True if a required reason is missing. */
  missing: boolean
  optional?: boolean
  onChange: (value: string) => void
}

/** Reason in free text, which the other side reads. */
export function ReasonField({ value, missing, optional = false, onChange }: ReasonProps) {
  const [id, reasonId] = [useId(), useId()]
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{optional ? m.matchings_reason_choice() : m.matchings_reason()}</label>
      <textarea
        id={id}
        className={styles.area}
        rows={2}
        maxLength={500}
        value={value}
        aria-invalid={missing || undefined}
        aria-describedby={missing ? reasonId : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {missing && (
        <p id={reasonId} role="alert" className={styles.missing}>
          {m.matchings_reason_needed()}
        </p>
      )}
    </div>
  )
}

/** Suggested reasons or free text; optional. `value` is the reason as it is sent. */
export function ReasonChoice({
  commonReasons,
  value,
  onChange,
}: {
  commonReasons: readonly string[]
  value: string
  onChange: (value: string) => void
}) {
  const name = useId()
  const isOwn = value !== '' && !commonReasons.includes(value)
  return (
    <fieldset className={styles.choice}>
      <legend>{m.matchings_reason_choice()}</legend>
      {commonReasons.map((reason) => (
        <label key={reason}>
          <input type="radio" name={name} checked={value === reason} onChange={() => onChange(reason)} />
          {reason}
        </label>
      ))}
      <label>
        <input type="radio" name={name} checked={isOwn} onChange={() => onChange(' ')} />
        {m.matchings_reason_own()}
      </label>
      {isOwn && (
        <textarea
          className={styles.area}
          aria-label={m.matchings_reason()}
          rows={2}
          maxLength={500}
          value={value.trimStart()}
          onChange={(event) => onChange(event.target.value || ' ')}
        />
      )}
    </fieldset>
  )
}
