import { type SyntheticEvent, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { m } from '#messages/messages.js'
import { Button } from '#ui/controls/button.tsx'
import { currentLocalePath } from '../layout/account-page-frame.tsx'
import styles from './join.module.css'
import { useDraft } from './join-draft.ts'
import { StepActs, StepHead } from './join-step.tsx'

const kinds = [
  { kind: 'PERSON', name: m.join_person, text: m.join_person_text, needs: m.join_person_needs },
  { kind: 'COMPANY', name: m.join_company, text: m.join_company_text, needs: m.join_company_needs },
] as const

/** First step: person or company. Each choice says what will be needed. */
export default function JoinKind() {
  const { draft, ready, change } = useDraft()
  const form = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  // Uncontrolled: the choice may have been made before hydration, and the stored draft arrives later.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stored draft is read once
  useEffect(() => {
    const storedChoice = form.current?.querySelector<HTMLInputElement>(`[value="${draft.kind || 'none'}"]`)
    if (ready && storedChoice) storedChoice.checked = true
  }, [ready])
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    change({ kind: new FormData(form.current ?? undefined).get('kind') === 'COMPANY' ? 'COMPANY' : 'PERSON' })
    void navigate(currentLocalePath('/join/consents'))
  }
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <StepHead title={m.join_kind_title()} step={1} />
      <fieldset className={styles.kinds} aria-label={m.join_kind_title()}>
        {kinds.map(({ kind, name, text, needs }) => (
          <label key={kind} className={styles.kind}>
            <span className={styles.kindName}>{name()}</span>
            <input
              type="radio"
              name="kind"
              value={kind}
              defaultChecked={kind === 'PERSON'}
              onChange={() => change({ kind })}
            />
            <span className={styles.kindText}>{text()}</span>
            <span className={styles.kindText}>{needs()}</span>
          </label>
        ))}
      </fieldset>
      <StepActs>
        <Button type="submit">{m.join_next()}</Button>
      </StepActs>
    </form>
  )
}
