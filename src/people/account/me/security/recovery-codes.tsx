import { useEffect, useRef, useState } from 'react'
import { m } from '#messages/messages.js'
import { copyText } from '#ui/browser/copy-text.ts'
import { Button } from '#ui/controls/button.tsx'
import parts from '../../forms/parts.module.css'
import styles from './security.module.css'

interface RecoveryCodesProps {
  codes: readonly string[]
  onSaved: () => void
}

/** Recovery codes, shown only once, to copy or download. */
export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [message, setMessage] = useState('')
  useEffect(() => heading.current?.focus(), [])
  const text = `${codes.join('\n')}\n`
  const downloadCodes = () => {
    const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
    const link = document.createElement('a')
    link.href = url
    link.download = 'daecheong-recovery-codes.txt'
    link.click()
    URL.revokeObjectURL(url)
    setMessage(m.two_step_downloaded())
  }
  const copyCodes = () =>
    copyText(text).then((copied) => setMessage(copied ? m.two_step_copied() : m.two_step_copy_failed()))
  return (
    <>
      <h3 ref={heading} tabIndex={-1} className={styles.step}>
        {m.two_step_codes_title()}
      </h3>
      <p className={parts.meta}>{m.two_step_codes_text()}</p>
      <ol className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={parts.acts}>
        <Button onClick={onSaved}>{m.two_step_codes_saved()}</Button>
        <Button look="outline" onClick={downloadCodes}>
          {m.two_step_download()}
        </Button>
        <Button look="outline" onClick={() => void copyCodes()}>
          {m.two_step_copy()}
        </Button>
        <span className={parts.said} role="status">
          {message}
        </span>
      </div>
    </>
  )
}
