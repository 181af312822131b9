import { useEffect, useState } from 'react'
import { m } from '#messages/messages.js'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import styles from './copy-address.module.css'

/** Milliseconds for which the 'copied' message is shown. */
const confirmedFor = 4000

/** Where the clipboard is not given to scripts (plain http), a field is copied from, which the site's protection leaves free. */
const copyFromField = (text: string): boolean => {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.className = styles.source ?? ''
  field.readOnly = true
  field.value = text
  document.body.append(field)
  field.select()
  try {
    return document.execCommand('copy')
  } finally {
    field.remove()
    if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  }
}

const copy = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyFromField(text)
  }
}

type Outcome = 'copied' | 'refused'

/** Copies the address although the site blocks copying: this is what the visitor came for. What happened is said. */
export function CopyAddress({ address }: { address: string }) {
  const [outcome, setOutcome] = useState<{ kind: Outcome }>()
  // Before hydration it could not do what it says: its place is kept, and the address may be selected.
  const [awake, setAwake] = useState(false)
  useEffect(() => setAwake(true), [])
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(undefined), confirmedFor)
    return () => clearTimeout(timer)
  }, [outcome])
  return (
    <div className={styles.copy} data-awake={awake || undefined}>
      <Button
        look="outline"
        icon="copy"
        low
        onClick={async () => setOutcome({ kind: (await copy(address)) ? 'copied' : 'refused' })}
      >
        {m.people_copy()}
      </Button>
      <p className={styles.outcome} role="status" data-kind={outcome?.kind}>
        {outcome?.kind === 'copied' && (
          <>
            <Icon name="check" small />
            {m.people_copied()}
          </>
        )}
        {outcome?.kind === 'refused' && m.people_copy_refused()}
      </p>
    </div>
  )
}
