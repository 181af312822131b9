import { Button, CopyButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CallRefused } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { Icon } from '../parts/icon.tsx'
import styles from './screen-notice.module.css'

interface NoticeProps {
  /** One sentence, in serif. */
  title: string
  /** One more, plain. */
  text: ReactNode
  /** One next step. */
  children?: ReactNode
  /** Offers the way to Today. */
  back?: boolean
  /** Asks again; for what failed on the way. */
  again?: (() => void) | undefined
  /** Number of the failed request, to be passed on. */
  requestId?: string | undefined
  /** Something is wrong: a clay bar on the margin line. */
  wrong?: boolean
}

/** What a screen says when there is nothing, nothing found, or no answer. No illustration; the margin line stays. */
export function Notice({ title, text, children, back, again, requestId, wrong }: NoticeProps) {
  return (
    <div className={styles.notice} data-wrong={wrong || undefined}>
      <h2>{title}</h2>
      <p>{text}</p>
      <div className={styles.acts}>
        {children}
        {again && (
          <Button leftSection={<Icon name="refresh" />} onClick={again}>
            {m.shell_failed_again()}
          </Button>
        )}
        {requestId && (
          <CopyButton value={requestId}>
            {({ copied, copy }) => (
              <Button variant="subtle" leftSection={<Icon name={copied ? 'check' : 'copy'} />} onClick={copy}>
                {m.shell_failed_copy()} <span className={styles.number}>{requestId}</span>
              </Button>
            )}
          </CopyButton>
        )}
        {back && (
          <Button component={Link} to="/console/dashboard" leftSection={<Icon name="back" />}>
            {m.shell_to_today()}
          </Button>
        )}
      </div>
    </div>
  )
}

interface FailedNoticeProps {
  title?: string
  error: Error
  again: () => unknown
}

/** What a screen says when its record could not be read: the refusal's words, and the number of the request. */
export function FailedNotice({ title = m.shell_failed_title(), error, again }: FailedNoticeProps) {
  return (
    <Notice
      wrong
      title={title}
      text={error.message}
      again={() => void again()}
      requestId={error instanceof CallRefused ? error.refusal.requestId : undefined}
    />
  )
}
