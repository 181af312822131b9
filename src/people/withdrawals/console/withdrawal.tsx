import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { recordKey } from '#console/kit/list/state/use-list.ts'
import { askReason } from '#console/kit/parts/dialogs/ask-reason.tsx'
import { showError } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { fullInstant } from '#console/kit/parts/time/seoul-time.ts'
import { Screen } from '#console/kit/screen/screen.tsx'
import { FailureNotice } from '#console/kit/screen/screen-notice.tsx'
import { useMayWrite } from '#console/kit/use-rights.ts'
import { formatSeoulDay } from '#kit/time/seoul-day.ts'
import { m } from '#messages/messages.js'
import { basisLabels, client, kindLabels, reasonLabels, resource, WithdrawalState } from './resource.tsx'
import styles from './withdrawal.module.css'

/** Data of a withdrawn member: no name, and retained records only after a reason. */
export default function WithdrawalScreen() {
  const { id = '' } = useParams()
  const queries = useQueryClient()
  const mayWrite = useMayWrite(resource.access)
  const [opened, setOpened] = useState<Record<string, string>>({})
  const { data, error, refetch } = useQuery({
    queryKey: recordKey(resource.path, id),
    queryFn: ({ signal }) => client.get({ params: { id } }, { signal }).then(({ withdrawal }) => withdrawal),
  })
  const open = async (holdId: string) => {
    const reason = await askReason({
      title: m.withdrawals_open_title(),
      text: m.withdrawals_open_text(),
      label: m.withdrawals_open(),
    })
    if (reason === null) return
    try {
      const { hold } = await client.openHold({ params: { id: holdId }, body: { reason } })
      setOpened((before) => ({ ...before, [holdId]: JSON.stringify(JSON.parse(hold.text), null, 2) }))
      void queries.invalidateQueries({ queryKey: [resource.path] })
    } catch (refused) {
      showError(refused)
    }
  }
  const back = (
    <Button
      component={Link}
      to="/console/users/withdrawals"
      variant="subtle"
      aria-label={m.form_back({ list: m.withdrawals_title() })}
    >
      <Icon name="back" />
    </Button>
  )
  if (!data)
    return (
      <Screen title={m.withdrawals_title()} before={back}>
        {error && <FailureNotice error={error} onRetry={refetch} />}
      </Screen>
    )
  return (
    <Screen title={data.number} before={back} note={<WithdrawalState withdrawal={data} />} hasNoMargin>
      <div className={styles.withdrawal}>
        <dl className={styles.facts}>
          <div>
            <dt>{m.withdrawals_kind()}</dt>
            <dd>{kindLabels[data.kind]()}</dd>
          </div>
          <div>
            <dt>{m.withdrawals_left()}</dt>
            <dd>{fullInstant(data.createdAt)}</dd>
          </div>
          <div>
            <dt>{m.withdrawals_reason()}</dt>
            <dd>{reasonLabels[data.reason]()}</dd>
          </div>
          <div>
            <dt>{m.withdrawals_opened()}</dt>
            <dd>
              {data.opened.times > 0
                ? m.withdrawals_opened_by({ count: data.opened.times, name: data.opened.by ?? '' })
                : '–'}
            </dd>
          </div>
        </dl>
        <h2>{m.withdrawals_law()}</h2>
        {data.held.length === 0 && <p>{m.withdrawals_law_none()}</p>}
        {data.held.map(({ _id, basis, records, until }) => (
          <section key={_id} className={styles.hold} aria-label={basisLabels[basis]()}>
            <p>
              <Icon name="lock" size={14} /> <strong>{basisLabels[basis]()}</strong>{' '}
              {m.withdrawals_records({ count: records })} · {m.withdrawals_until_day({ day: formatSeoulDay(until) })}
            </p>
            {opened[_id] === undefined ? (
              mayWrite && <Button onClick={() => void open(_id)}>{m.withdrawals_open()}</Button>
            ) : (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
              <pre className={styles.text} tabIndex={0}>
                {opened[_id]}
              </pre>
            )}
          </section>
        ))}
        <p className={styles.help}>{m.withdrawals_nameless()}</p>
      </div>
    </Screen>
  )
}
