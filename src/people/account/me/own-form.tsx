import { type ReactNode, type SyntheticEvent, useState } from 'react'
import { CallRefused } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { Button } from '#ui/button.tsx'
import { Notice } from '../notice.tsx'
import parts from '../parts.module.css'
import { type Faults, useFaults } from '../use-fields.ts'
import { useLeaveQuestion } from './own.ts'

interface OwnFormProps {
  isChanged: boolean
  /** What is missing, by field; nothing is sent then. */
  missing: () => Faults
  /** Throws what the server refuses. */
  save: () => Promise<void>
  /** Fetches the record again, which was changed elsewhere; what was typed stays. */
  renew: () => Promise<void>
  children: (faults: Faults) => ReactNode
}

/** A form of what one keeps of oneself: kept with the save button alone, and asked about before one leaves it unsaved. */
export function OwnForm({ isChanged, missing, save, renew, children }: OwnFormProps) {
  const { form, faults, say, refuse } = useFaults()
  const [busy, setBusy] = useState(false)
  const [saved, setSaved] = useState(false)
  useLeaveQuestion(isChanged)

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    const found = missing()
    if (Object.keys(found).length > 0) return say(found)
    setBusy(true)
    try {
      await save()
      setSaved(true)
      say({})
    } catch (error) {
      setSaved(false)
      if (error instanceof CallRefused && error.status === 412) await renew()
      refuse(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <section className={parts.part}>
      <form ref={form} className={parts.fields} onSubmit={submit} noValidate>
        <div role="alert">{faults.form && <Notice wrong>{faults.form}</Notice>}</div>
        {children(faults)}
        <div className={parts.acts}>
          <Button type="submit" busy={busy}>
            {m.me_save()}
          </Button>
          <span className={parts.said} role="status">
            {saved && !isChanged ? m.me_saved() : ''}
          </span>
        </div>
      </form>
    </section>
  )
}
