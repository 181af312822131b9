import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { recordKey } from '#console/kit/list/state/use-list.ts'
import { useReload } from '#console/kit/list/state/use-reload.ts'
import { showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { StateMark } from '#console/kit/parts/state-mark.tsx'
import { fullInstant } from '#console/kit/parts/time/seoul-time.ts'
import { Screen } from '#console/kit/screen/screen.tsx'
import { FailureNotice } from '#console/kit/screen/screen-notice.tsx'
import { useMayWrite } from '#console/kit/use-rights.ts'
import { m } from '#messages/messages.js'
import styles from './messages.module.css'
import { canResend, client, resource, stateLabels, stateMarks } from './resource.tsx'

/** One message: recipient, time, server response and text. */
export default function MessageScreen() {
  const { id = '' } = useParams()
  const reload = useReload(resource.path)
  const mayWrite = useMayWrite(resource.access)
  const { data, error, refetch } = useQuery({
    queryKey: recordKey(resource.path, id),
    queryFn: ({ signal }) => client.get({ params: { id } }, { signal }).then(({ message }) => message),
  })
  const resend = useMutation({
    mutationFn: () => client.resend({ params: { id } }),
    onSuccess: () => showSuccess(m.messages_said_resent({ count: 1 })),
    // Also after an error: a colleague may have sent it meanwhile.
    onSettled: () => reload(),
  })
  // A failed message without a text lost it after its retention period.
  const isGone = data?.state === 'failed' && data.text === ''
  const back = (
    <Button component={Link} to="/console/messages" variant="subtle" leftSection={<Icon name="back" />}>
      {m.messages_title()}
    </Button>
  )
  if (error)
    return (
      <Screen title={m.messages_title()} before={back}>
        <FailureNotice error={error} onRetry={refetch} />
      </Screen>
    )
  return (
    <Screen
      title={data?.subject ?? m.messages_title()}
      before={back}
      note={data && <StateMark mark={stateMarks[data.state]}>{stateLabels[data.state]()}</StateMark>}
      actions={
        data &&
        canResend(data) &&
        !isGone && (
          <Button
            leftSection={<Icon name="refresh" />}
            loading={resend.isPending}
            disabled={!mayWrite}
            title={mayWrite ? undefined : m.form_read_only()}
            onClick={() => resend.mutate()}
          >
            {m.messages_resend()}
          </Button>
        )
      }
    >
      {data && (
        <div className={styles.message} aria-busy={resend.isPending}>
          <dl className={styles.facts}>
            <dt>{m.messages_recipient()}</dt>
            <dd>{data.recipient}</dd>
            <dt>{m.list_column_created()}</dt>
            <dd>{fullInstant(data.createdAt)}</dd>
            {data.sentAt && (
              <>
                <dt>{m.messages_sent_at()}</dt>
                <dd>{fullInstant(data.sentAt)}</dd>
              </>
            )}
            {data.state === 'held' && (
              <>
                <dt>{m.messages_why()}</dt>
                <dd>{m.messages_held_why()}</dd>
              </>
            )}
            {data.error && (
              <>
                <dt>{m.messages_why()}</dt>
                <dd className={styles.wrong}>{data.error}</dd>
              </>
            )}
          </dl>
          <p className={styles.text}>
            {data.text === null
              ? m.messages_text_secret()
              : data.text || (isGone ? m.messages_text_over() : data.state === 'sent' ? m.messages_text_removed() : '')}
          </p>
        </div>
      )}
    </Screen>
  )
}
