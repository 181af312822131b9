import { useEffect, useState } from 'react'
import { m } from '#messages/messages.js'
import { Button } from '#ui/controls/button.tsx'
import { Icon } from '#ui/controls/icon.tsx'
import styles from './copy-address.module.css'

/** Duration of the confirmation in ms. */
const confirmationDuration = 4000

/** Fallback without clipboard access (plain http): copies from a text field, which the content protection allows. */
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

const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyFromField(text)
  }
}

type Outcome = 'copied' | 'refused'

/** Button that copies the address although the site blocks copying. The result is announced. */
export function CopyAddress({ address }: { address: string }) {
  const [outcome, setOutcome] = useState<{ kind: Outcome }>()
  // Hidden until hydration, but keeps its space; the address can be selected meanwhile.
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(undefined), confirmationDuration)
    return () => clearTimeout(timer)
  }, [outcome])
  return (
    <div className={styles.copy} data-awake={isHydrated || undefined}>
      <Button
        look="outline"
        icon="copy"
        low
        onClick={async () => setOutcome({ kind: (await copyText(address)) ? 'copied' : 'refused' })}
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
