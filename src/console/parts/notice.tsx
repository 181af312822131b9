import { Button, UnstyledButton } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CallRefused } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { Icon } from './icon.tsx'
import styles from './notice.module.css'
import { clockTime } from './seoul-time.ts'

/** What stands where nothing else can: one sentence in serif, one plain one, one next step. */
export function Notice({
  title,
  text,
  wrong,
  children,
}: {
  title: string
  text?: string
  /** A clay bar on the margin line. */
  wrong?: boolean
  children?: ReactNode
}) {
  return (
    <div className={styles.notice} data-wrong={wrong || undefined} role={wrong ? 'alert' : 'status'}>
      <h2 className={styles.title}>{title}</h2>
      {text && <p className={styles.text}>{text}</p>}
      <div className={styles.acts}>{children}</div>
    </div>
  )
}

/** Why a screen could not be filled: no permission, or no answer, with the number to name when asking for help. */
export function FailureNotice({
  title,
  error,
  at,
  again,
}: {
  title: string
  error: unknown
  /** Epoch milliseconds of the attempt. */
  at: number
  again: () => void
}) {
  const clipboard = useClipboard()
  if (error instanceof CallRefused && error.status === 403)
    return (
      <Notice title={m.list_forbidden_title()} text={m.list_forbidden_text()}>
        <Button component={Link} to="/console/dashboard" leftSection={<Icon name="back" />}>
          {m.list_forbidden_act()}
        </Button>
      </Notice>
    )
  const number = error instanceof CallRefused ? error.refusal.requestId : undefined
  const time = `${clockTime(new Date(at))}:${String(new Date(at).getSeconds()).padStart(2, '0')}`
  return (
    <Notice wrong title={title} text={m.list_error_text({ time })}>
      {error instanceof Error && <p className={styles.reason}>{error.message}</p>}
      <Button leftSection={<Icon name="refresh" />} onClick={again}>
        {m.list_error_again()}
      </Button>
      {number && (
        <>
          <UnstyledButton className={styles.copy} onClick={() => clipboard.copy(number)}>
            <Icon name="copy" />
            {clipboard.copied ? m.list_error_copied() : m.list_error_copy()}
          </UnstyledButton>
          <code className={styles.number}>{number}</code>
        </>
      )}
    </Notice>
  )
}
