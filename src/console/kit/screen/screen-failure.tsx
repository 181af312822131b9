import { CallRefused } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { errorMessage } from '#session/error-message.ts'
import { clockTime } from '../parts/time/seoul-time.ts'
import { Notice } from './screen-notice.tsx'

interface FailureProps {
  title: string
  error: unknown
  /** Epoch milliseconds of the attempt. */
  at: number
  onRetry: () => void
}

/** Error state of a screen: forbidden, not found, refused or no response, with the request number to report. */
export function FailureScreen({ title, error, at, onRetry }: FailureProps) {
  if (error instanceof CallRefused && (error.status === 403 || error.status === 404))
    return (
      <Notice
        title={error.status === 403 ? m.shell_forbidden_title() : m.form_missing_title()}
        text={error.status === 403 ? m.shell_forbidden_who() : m.form_missing_text()}
        back
      />
    )
  const isRefused = error instanceof CallRefused
  const message = isRefused ? m.list_refused_text : m.list_error_text
  return (
    <Notice
      isError
      title={title}
      text={
        <>
          {message({ time: clockTime(new Date(at)) })}
          <br />
          {errorMessage(error)}
        </>
      }
      onRetry={onRetry}
      requestId={isRefused ? error.refusal.requestId : undefined}
    />
  )
}
