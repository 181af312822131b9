import { UnstyledButton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { StateShape } from '#console/kit/parts/state-mark.tsx'
import { m } from '#messages/messages.js'
import { retryNow } from '#session/connection-state.ts'
import { useConnection } from '#session/use-session.ts'
import { useNow } from '../desk/use-now.ts'
import styles from './offline-strip.module.css'

/** Strip above the screen while the server is unreachable; typing continues below it. */
export function OfflineStrip() {
  const { isConnected, retryAt } = useConnection()
  const queries = useQueryClient()
  // Refetch failed queries on reconnect, so that screens stop reporting the connection loss.
  useEffect(() => {
    if (isConnected) void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  }, [isConnected, queries])
  return <div role="status">{!isConnected && <Strip retryAt={retryAt} />}</div>
}

/** The strip itself; `retryAt` is the next attempt in epoch milliseconds. */
export function Strip({ retryAt }: { retryAt: number }) {
  const now = useNow(500)
  const seconds = Math.max(0, Math.ceil((retryAt - now) / 1000))
  return (
    <div className={styles.strip}>
      <StateShape mark="hidden" className={styles.shape} />
      <strong>{m.shell_lost_title()}</strong>
      <span className={styles.text}>{m.shell_lost_text()}</span>
      <span className={styles.wait} aria-hidden="true">
        {m.shell_lost_retry({ seconds })}
      </span>
      <UnstyledButton className={styles.now} onClick={retryNow}>
        {m.shell_lost_now()}
      </UnstyledButton>
    </div>
  )
}
