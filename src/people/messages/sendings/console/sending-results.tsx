import { Button, Pagination, SegmentedControl, Table } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { recordKey } from '#console/kit/list/state/use-list.ts'
import { useReload } from '#console/kit/list/state/use-reload.ts'
import { confirmDestructive } from '#console/kit/parts/dialogs/confirm-action.tsx'
import { showError, showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { SafeHtml } from '#console/kit/parts/preview/safe-html.tsx'
import { StateMark } from '#console/kit/parts/state-mark.tsx'
import { columnInstant, fullInstant, shortInstant } from '#console/kit/parts/time/seoul-time.ts'
import { Screen } from '#console/kit/screen/screen.tsx'
import { useMayWrite } from '#console/kit/use-rights.ts'
import { m } from '#messages/messages.js'
import type { Sending, SendingRecipient } from '../contract.ts'
import { type RecipientState, recipientStates } from '../rules.ts'
import { ApprovalActs } from './approval-acts.tsx'
import {
  channelLabels,
  countRecipients,
  purposeLabels,
  reasonLabels,
  recipientMarks,
  recipientStateLabels,
  sendingActionClient,
  sendingName,
  sendingResource,
  sendingStateLabels,
  sendingStateMarks,
  toSending,
} from './resource.tsx'
import { SendPreview } from './send-preview.tsx'
import styles from './sendings.module.css'

const perPage = 50

/** Results of a bulk message: counts, and each recipient with the reason for a failure. */
export function SendingResults({ sending }: { sending: Sending }) {
  const queries = useQueryClient()
  const reload = useReload(sendingResource.path)
  const mayWrite = useMayWrite(sendingResource.access)
  const rights = mayWrite ? {} : { disabled: true, title: m.form_read_only() }
  const storeResult = ({ sending: next }: { sending: Sending }) => {
    queries.setQueryData(recordKey(sendingResource.path, next._id), next)
    void reload()
  }
  const params = { id: sending._id }
  const cancel = useMutation({
    mutationFn: () => sendingActionClient.cancel({ params }),
    onSuccess: (answer) => {
      storeResult(answer)
      showSuccess(m.sendings_said_cancelled())
    },
    onError: showError,
  })
  const retry = useMutation({
    mutationFn: (unsure: boolean) => sendingActionClient.retry({ params, body: { unsure } }),
    onSuccess: (answer) => {
      storeResult(answer)
      showSuccess(m.sendings_said_retried())
    },
    onError: showError,
  })
  const isOpen = sending.state === 'scheduled' || sending.state === 'sending'
  const label = sending.state === 'scheduled' ? m.sendings_cancel() : m.sendings_cancel_rest()
  const askCancel = async () => {
    const title = sendingName(sending)
    if (await confirmDestructive({ title, text: m.sendings_cancel_text(), label })) cancel.mutate()
  }
  const askUnsure = async () => {
    const title = m.sendings_retry_unsure()
    if (await confirmDestructive({ title, text: m.sendings_retry_unsure_text(), label: title })) retry.mutate(true)
  }
  return (
    <Screen
      title={sendingName(sending)}
      before={
        <Button component={Link} to="/console/sendings" variant="subtle" leftSection={<Icon name="back" />}>
          {m.sendings_title()}
        </Button>
      }
      note={<StateMark mark={sendingStateMarks[sending.state]}>{sendingStateLabels[sending.state]()}</StateMark>}
      actions={
        <>
          {sending.counts.unsure > 0 && sending.state !== 'cancelled' && (
            <Button {...rights} loading={retry.isPending} onClick={() => void askUnsure()}>
              {m.sendings_retry_unsure()}
            </Button>
          )}
          {sending.counts.failed > 0 && sending.state !== 'cancelled' && (
            <Button
              {...rights}
              leftSection={<Icon name="refresh" />}
              loading={retry.isPending}
              onClick={() => retry.mutate(false)}
            >
              {m.sendings_retry()}
            </Button>
          )}
          {sending.state === 'asked' && <ApprovalActs sending={sending} rights={rights} onDecided={storeResult} />}
          {isOpen && (
            <Button {...rights} data-harm loading={cancel.isPending} onClick={() => void askCancel()}>
              {label}
            </Button>
          )}
        </>
      }
      hasNoMargin
    >
      <div className={styles.results}>
        <dl className={styles.facts}>
          <dt>{m.sendings_channel()}</dt>
          <dd>
            {channelLabels[sending.channel]()} · {purposeLabels[sending.purpose]()}
          </dd>
          <dt>{m.sendings_send_at()}</dt>
          <dd>{sending.sendAt && <time dateTime={sending.sendAt}>{fullInstant(sending.sendAt)}</time>}</dd>
          {sending.author && (
            <>
              <dt>{m.sendings_author()}</dt>
              <dd>{sending.author}</dd>
            </>
          )}
          {sending.asked && (sending.state === 'asked' || sending.approved) && (
            <>
              <dt>{m.sendings_asked_by()}</dt>
              <dd>{m.sendings_act_by({ name: sending.asked.name, time: shortInstant(sending.asked.at) })}</dd>
            </>
          )}
          {sending.approved && (
            <>
              <dt>{m.sendings_approved_by()}</dt>
              <dd>{m.sendings_act_by({ name: sending.approved.name, time: shortInstant(sending.approved.at) })}</dd>
            </>
          )}
        </dl>
        {sending.channel === 'mail' ? (
          <SafeHtml html={sending.html.ko ?? ''} className={styles.body} />
        ) : (
          <p className={styles.words}>{sending.text.ko}</p>
        )}
        {sending.state === 'asked' && <SendPreview values={toSending(sending)} />}
        {sending.state !== 'scheduled' && sending.state !== 'asked' && <Recipients sending={sending} />}
      </div>
    </Screen>
  )
}

function Recipients({ sending }: { sending: Sending }) {
  const [state, setState] = useState<RecipientState | 'all'>('all')
  const [page, setPage] = useState(1)
  const { data } = useQuery({
    // Refetch when the counts change.
    queryKey: [sendingResource.path, 'recipients', sending._id, state, page, JSON.stringify(sending.counts)],
    queryFn: ({ signal }) =>
      sendingActionClient.recipients(
        { params: { id: sending._id }, query: { page, limit: perPage, ...(state !== 'all' && { state }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })
  const states = recipientStates.filter((item) => sending.counts[item] > 0)
  const pages = Math.ceil((data?.total ?? 0) / perPage)
  return (
    <section className={styles.recipients} aria-label={m.sendings_results()}>
      <h2>{m.sendings_results()}</h2>
      <div className={styles.states}>
        <SegmentedControl
          aria-label={m.sendings_recipient_state()}
          value={state}
          onChange={(value) => {
            setState(recipientStates.find((item) => item === value) ?? 'all')
            setPage(1)
          }}
          data={[
            { value: 'all', label: `${m.sendings_recipient_all()} ${countRecipients(sending).toLocaleString()}` },
            ...states.map((item) => ({
              value: item,
              label: `${recipientStateLabels[item]()} ${sending.counts[item].toLocaleString()}`,
            })),
          ]}
        />
      </div>
      {data && data.recipients.length === 0 && <p>{m.sendings_recipient_none()}</p>}
      {data && data.recipients.length > 0 && (
        <div className={styles.table}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{m.sendings_recipient_state()}</Table.Th>
                <Table.Th scope="col">{m.sendings_recipient_name()}</Table.Th>
                <Table.Th scope="col">{m.sendings_recipient_address()}</Table.Th>
                <Table.Th scope="col">{m.sendings_recipient_note()}</Table.Th>
                <Table.Th scope="col">{m.sendings_recipient_at()}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.recipients.map((item) => (
                <Row key={item._id} recipient={item} />
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      {pages > 1 && (
        <nav aria-label={m.list_pages()}>
          <Pagination
            total={pages}
            value={page}
            size="sm"
            onChange={setPage}
            getControlProps={(control) => ({
              'aria-label': control === 'previous' ? m.list_page_previous() : m.list_page_next(),
            })}
          />
        </nav>
      )}
    </section>
  )
}

function Row({ recipient }: { recipient: SendingRecipient }) {
  const { state, user, address, reason, error, notBefore, sentAt } = recipient
  const again = state === 'queued' && notBefore ? m.sendings_recipient_again({ time: shortInstant(notBefore) }) : ''
  const labels = reason ? [reasonLabels[reason](), error] : [error, again]
  return (
    <Table.Tr>
      <Table.Td>
        <StateMark mark={recipientMarks[state]}>{recipientStateLabels[state]()}</StateMark>
      </Table.Td>
      <Table.Td>{user?.name || '–'}</Table.Td>
      <Table.Td className={styles.address}>{address ?? '–'}</Table.Td>
      <Table.Td className={styles.note}>{labels.filter(Boolean).join(' · ')}</Table.Td>
      <Table.Td>
        {sentAt && (
          <time dateTime={sentAt} title={fullInstant(sentAt)}>
            {columnInstant(sentAt)}
          </time>
        )}
      </Table.Td>
    </Table.Tr>
  )
}
