import { Button, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
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
import { errorMessage } from '#session/error-message.ts'
import { useLiveEvents } from '#session/live-events.ts'
import { OnBehalfActions } from '../on-behalf/console/on-behalf-actions.tsx'
import { actionLabel, actorLabel, stateLabels, wayLabels } from '../rules-labels.ts'
import styles from './matching-screen.module.css'
import { client, resource, stateMarks } from './resource.tsx'

const open = new Set(['requested', 'offered', 'expired', 'confirmed'])

type Decision = 'cancel' | 'held' | 'no_show'

/**
 * One matching with its history. The operator can cancel it, or decide on a no-show report, with a reason that both
 * sides receive.
 */
export default function MatchingScreen() {
  const { id = '' } = useParams()
  const reload = useReload(resource.path)
  useLiveEvents('matchings', reload)
  const [reason, setReason] = useState('')
  const [errorText, setErrorText] = useState<string>()
  const mayWrite = useMayWrite(resource.access)
  const [busy, setBusy] = useState<Decision>()
  const { data, error, refetch } = useQuery({
    queryKey: recordKey(resource.path, id),
    queryFn: ({ signal }) => client.get({ params: { id } }, { signal }).then(({ matching }) => matching),
  })
  const back = (
    <Button component={Link} to="/console/matchings" variant="subtle" leftSection={<Icon name="back" />}>
      {m.matchings_title()}
    </Button>
  )
  if (error)
    return (
      <Screen title={m.matchings_title()} before={back}>
        <FailureNotice error={error} onRetry={refetch} />
      </Screen>
    )
  const decide = async (decision: Decision) => {
    if (!reason.trim()) return setErrorText(m.matchings_reason_needed())
    setBusy(decision)
    setErrorText(undefined)
    try {
      const params = { id }
      if (decision === 'cancel') await client.cancelFor({ params, body: { reason } })
      else await client.decideNoShow({ params, body: { outcome: decision, reason } })
      setReason('')
      showSuccess(decision === 'cancel' ? m.matchings_said_cancelled() : m.matchings_said_decided())
    } catch (refused) {
      setErrorText(errorMessage(refused))
    } finally {
      setBusy(undefined)
      await reload()
    }
  }
  const listDecisions = ({
    state,
    events,
  }: NonNullable<typeof data>): { decision: Decision; word: string; color?: string }[] => {
    if (open.has(state)) return [{ decision: 'cancel', word: m.matchings_cancel_for(), color: 'red' }]
    if (state !== 'no_show') return []
    const uphold = { decision: 'no_show', word: m.matchings_uphold(), color: 'red' } as const
    const isUpheld = events.some(({ action }) => action === 'uphold')
    return [{ decision: 'held', word: m.matchings_overrule() }, ...(isUpheld ? [] : [uphold])]
  }
  const decisions = data && mayWrite ? listDecisions(data) : []
  return (
    <Screen
      title={data ? `${data.buyer.name} → ${data.seller.name}` : m.matchings_title()}
      before={back}
      note={data && <StateMark mark={stateMarks[data.state]}>{stateLabels[data.state]()}</StateMark>}
    >
      {data && (
        <div className={styles.work}>
          <dl className={styles.facts}>
            <dt>{m.matchings_fair()}</dt>
            <dd>{data.fair.title}</dd>
            {data.meeting && (
              <>
                <dt>{m.matchings_time()}</dt>
                <dd>
                  {fullInstant(data.meeting.startAt)} · {wayLabels[data.meeting.way]()} {data.meeting.place}
                </dd>
              </>
            )}
            {data.picks.map((pick) => (
              <div key={pick.slot} className={styles.line}>
                <dt>{m.matchings_offers()}</dt>
                <dd>
                  {fullInstant(pick.startAt)} · {wayLabels[pick.way]()}
                </dd>
              </div>
            ))}
            {data.message && (
              <>
                <dt>{m.matchings_message()}</dt>
                <dd>{data.message}</dd>
              </>
            )}
            {data.agreed && (
              <>
                <dt>{m.matchings_agreed()}</dt>
                <dd>{data.agreed}</dd>
              </>
            )}
          </dl>
          <section>
            <h2 className={styles.head}>{m.matchings_history()}</h2>
            <ol className={styles.history}>
              {data.events.map((event) => (
                <li key={event._id}>
                  <time dateTime={event.createdAt}>{fullInstant(event.createdAt)}</time> {actionLabel(event.action)} ·{' '}
                  {actorLabel(event)}
                  {event.reason && ` · ${event.reason}`}
                </li>
              ))}
            </ol>
          </section>
          {mayWrite && <OnBehalfActions matching={data} />}
          {decisions.length > 0 && (
            <div className={styles.actions}>
              <Textarea
                label={m.matchings_reason()}
                autosize
                minRows={2}
                maxLength={500}
                value={reason}
                error={errorText}
                onChange={(event) => setReason(event.currentTarget.value)}
              />
              <div className={styles.buttons}>
                {decisions.map(({ decision, word, color }) => (
                  <Button
                    key={decision}
                    {...(color && { color })}
                    loading={busy === decision}
                    disabled={busy !== undefined && busy !== decision}
                    onClick={() => void decide(decision)}
                  >
                    {word}
                  </Button>
                ))}
              </div>
            </div>
          )}
        </div>
      )}
    </Screen>
  )
}
