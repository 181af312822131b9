import { type SyntheticEvent, useState } from 'react'
import { m } from '#messages/messages.js'
import { errorMessage } from '#session/error-message.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import parts from '../../forms/parts.module.css'
import styles from './security.module.css'

interface PasskeyRowProps {
  name: string
  note: string
  onRename: (name: string) => Promise<void>
  onRemove: () => Promise<void>
}

/** One passkey. The rename and remove forms replace the row, so that only one question is open. */
export function PasskeyRow({ name, note, onRename, onRemove }: PasskeyRowProps) {
  const [act, setAct] = useState<'rename' | 'remove'>()
  const [next, setNext] = useState(name)
  const [error, setError] = useState('')
  const runAction = (work: Promise<void>) =>
    work.then(
      () => setAct(undefined),
      (refused: unknown) => setError(errorMessage(refused)),
    )
  const startAction = (action: 'rename' | 'remove') => {
    setNext(name)
    setError('')
    setAct(action)
  }
  if (act === 'rename')
    return (
      <li className={parts.row}>
        <form
          className={styles.rename}
          noValidate
          onSubmit={(event: SyntheticEvent) => {
            event.preventDefault()
            if (next.trim()) void runAction(onRename(next.trim()))
            else setError(m.field_required())
          }}
        >
          <TextField
            autoFocus
            label={m.passkeys_name()}
            maxLength={60}
            value={next}
            error={error || undefined}
            onChange={(event) => setNext(event.target.value)}
          />
          <div className={styles.acts}>
            <Button type="submit" low>
              {m.me_save()}
            </Button>
            <Button look="outline" low onClick={() => setAct(undefined)}>
              {m.security_cancel()}
            </Button>
          </div>
        </form>
      </li>
    )
  return (
    <li className={parts.row}>
      <span className={parts.rowText}>
        <span className={parts.name}>{name}</span>
        <br />
        <span className={parts.meta}>{act === 'remove' ? m.passkeys_remove_text() : note}</span>
        {error && (
          <span className={parts.wrong} role="alert">
            {error}
          </span>
        )}
      </span>
      <span className={styles.acts}>
        {act === 'remove' ? (
          <>
            <Button low autoFocus onClick={() => void runAction(onRemove())}>
              {m.passkeys_remove()}
            </Button>
            <Button look="outline" low onClick={() => setAct(undefined)}>
              {m.security_cancel()}
            </Button>
          </>
        ) : (
          <>
            <button
              type="button"
              className={`${parts.link} ${parts.plain}`}
              aria-label={m.passkeys_rename_of({ name })}
              onClick={() => startAction('rename')}
            >
              {m.passkeys_rename()}
            </button>
            <button
              type="button"
              className={styles.quiet}
              aria-label={m.passkeys_remove_of({ name })}
              onClick={() => startAction('remove')}
            >
              {m.passkeys_remove()}
            </button>
          </>
        )}
      </span>
    </li>
  )
}
