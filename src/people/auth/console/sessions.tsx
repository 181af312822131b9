import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { showError, showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { StateMark } from '#console/kit/parts/state-mark.tsx'
import { fullInstant, listInstant } from '#console/kit/parts/time/seoul-time.ts'
import { Notice } from '#console/kit/screen/screen-notice.tsx'
import type { Answer } from '#kit/contract.ts'
import { deviceName } from '#kit/text/device-name.ts'
import { m } from '#messages/messages.js'
import { errorMessage } from '#session/error-message.ts'
import { clientOf } from '#session/session.ts'
import { auth } from '../contract.ts'
import type { LoginMethod } from '../rules.ts'
import styles from './password.module.css'

type Session = Answer<typeof auth.sessions>['sessions'][number]

const client = clientOf(auth)
const key = ['sessions']

const methodLabels: Record<LoginMethod, () => string> = {
  password: m.security_way_password,
  totp: m.security_way_totp,
  recovery: m.security_way_recovery,
  passkey: m.security_way_passkey,
  device: m.security_way_device,
}

/** Sessions of this account. Each can be ended here; the current one by logging out. */
export function Sessions() {
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => client.sessions(undefined, { signal }),
  })
  const end = useMutation({
    mutationFn: async (sessions: readonly Session[]) => {
      const [first, ...more] = sessions
      if (more.length > 0) await client.endSessions({ body: { which: 'others' } })
      else if (first) await client.endSession({ params: { id: first._id } })
      return sessions.length
    },
    onSuccess: (count) => showSuccess(m.password_session_ended({ count })),
    onError: showError,
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
  const others = data?.sessions.filter(({ current }) => !current) ?? []
  return (
    <section aria-labelledby="sessions-title">
      <div className={styles.section}>
        <h2 id="sessions-title">{m.password_sessions()}</h2>
        {others.length > 1 && (
          <Button variant="subtle" size="xs" data-harm disabled={end.isPending} onClick={() => end.mutate(others)}>
            {m.password_end_others({ count: others.length })}
          </Button>
        )}
      </div>
      {error && !data ? (
        <Notice
          isError
          title={m.password_sessions_failed()}
          text={errorMessage(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <ul className={styles.sessions}>
          {data?.sessions.map((session) => (
            <li key={session._id} className={styles.session}>
              <span className={styles.device}>{deviceName(session.device)}</span>
              <span className={styles.place}>
                {methodLabels[session.way]()} · {session.address}
              </span>
              <span className={styles.place} title={fullInstant(session.createdAt)}>
                {m.password_session_since({ time: listInstant(session.createdAt) })}
              </span>
              <span className={styles.place} title={fullInstant(session.usedAt)}>
                {m.password_session_used({ time: listInstant(session.usedAt) })}
              </span>
              {session.current ? (
                <StateMark mark="published">{m.password_session_this()}</StateMark>
              ) : (
                <Button
                  size="xs"
                  disabled={end.isPending}
                  aria-label={m.password_session_end_of({ device: deviceName(session.device) })}
                  onClick={() => end.mutate([session])}
                >
                  {m.password_session_end()}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
