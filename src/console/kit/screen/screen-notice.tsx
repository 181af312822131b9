import { Button, CopyButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CallRefused } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { errorMessage } from '#session/error-message.ts'
import { Icon } from '../parts/icon.tsx'
import styles from './screen-notice.module.css'

interface NoticeProps {
  /** Title: one sentence, in serif. */
  title: string
  /** Explanation, in sans-serif. */
  text: ReactNode
  /** Next step, at most one. */
  children?: ReactNode
  /** Shows a link back to Today. */
  back?: boolean
  /** Retries; for failed requests. */
  onRetry?: (() => void) | undefined
  /** Number of the failed request, for support. */
  requestId?: string | undefined
  /** Error: a clay bar on the margin line. */
  isError?: boolean
}

/** Empty state of a screen: no records, nothing found, or no response. No illustration; the margin line stays. */
export function Notice({ title, text, children, back, onRetry, requestId, isError }: NoticeProps) {
  return (
    <div className={styles.notice} data-wrong={isError || undefined}>
      <h2>{title}</h2>
      <p>{text}</p>
      <div className={styles.acts}>
        {children}
        {onRetry && (
          <Button leftSection={<Icon name="refresh" />} onClick={onRetry}>
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
  onRetry: () => unknown
}

/** Error state for a record that could not be loaded: the server's message and the request number. */
export function FailureNotice({ title = m.shell_failed_title(), error, onRetry }: FailedNoticeProps) {
  return (
    <Notice
      isError
      title={title}
      text={errorMessage(error)}
      onRetry={() => void onRetry()}
      requestId={error instanceof CallRefused ? error.refusal.requestId : undefined}
    />
  )
}
