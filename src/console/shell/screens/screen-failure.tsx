import { isRouteErrorResponse, useRouteError } from 'react-router'
import { clockTime } from '#console/kit/parts/time/seoul-time.ts'
import { Screen } from '#console/kit/screen/screen.tsx'
import { Notice } from '#console/kit/screen/screen-notice.tsx'
import { CallRefused } from '#kit/client.ts'
import { m } from '#messages/messages.js'

/** Error screen: what happened, when, and the request number. */
export function ScreenFailure() {
  const error = useRouteError()
  const missing =
    (isRouteErrorResponse(error) && error.status === 404) || (error instanceof CallRefused && error.status === 404)
  if (missing) return <Missing />
  return (
    <Screen title={m.shell_failed_title()}>
      <Notice
        isError
        title={m.shell_failed_title()}
        text={m.shell_failed_text({ time: clockTime(new Date()) })}
        onRetry={() => window.location.reload()}
        requestId={error instanceof CallRefused ? error.refusal.requestId : undefined}
        back
      />
    </Screen>
  )
}

/** Unknown address under `/console`. */
export function Missing() {
  return (
    <Screen title={m.shell_missing_title()}>
      <Notice title={m.shell_missing_title()} text={m.shell_missing_text()} back />
    </Screen>
  )
}
