import { ActionIcon, Button } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { confirmDestructive } from '#console/kit/parts/dialogs/confirm-action.tsx'
import { showError, showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { fullInstant } from '#console/kit/parts/time/seoul-time.ts'
import { Screen } from '#console/kit/screen/screen.tsx'
import { FailureNotice, Notice } from '#console/kit/screen/screen-notice.tsx'
import { newKey } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import { resource, useRequestNames } from '../../console/request-resource.tsx'
import { type UndeliverableForm, type UndeliverableReason, undeliverable } from '../contract.ts'
import styles from './undeliverable-list.module.css'

const client = clientOf(undeliverable)
const limit = 20

const reasons: Record<UndeliverableReason, () => string> = {
  key_reused: m.forms_kept_reason_key_reused,
  unknown_file: m.forms_kept_reason_unknown_file,
  unknown_form: m.forms_kept_reason_unknown_form,
  unexpected: m.forms_kept_reason_unexpected,
}

/** Lists acknowledged requests that could not be stored after an outage; staff store or discard each. */
export default function UndeliverableList() {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery({
    queryKey: [undeliverable.kept.path, page],
    queryFn: ({ signal }) => client.kept({ query: { page, limit } }, { signal }),
    placeholderData: keepPreviousData,
  })
  const back = (
    <Button component={Link} to="/console/forms" variant="subtle" leftSection={<Icon name="back" />}>
      {m.forms_title()}
    </Button>
  )
  const pages = data ? Math.max(1, Math.ceil(data.total / limit)) : 1
  return (
    <Screen
      title={m.forms_kept_title()}
      before={back}
      note={data && m.forms_kept_count({ count: data.total.toLocaleString() })}
      foot={
        pages > 1 && (
          <nav aria-label={m.forms_kept_pages()}>
            <ActionIcon aria-label={m.common_newer()} disabled={page <= 1} onClick={() => setPage(page - 1)}>
              <Icon name="left" />
            </ActionIcon>
            <span>{m.common_page({ page, pages })}</span>
            <ActionIcon aria-label={m.common_older()} disabled={page >= pages} onClick={() => setPage(page + 1)}>
              <Icon name="right" />
            </ActionIcon>
          </nav>
        )
      }
      hasNoMargin
    >
      {error && !data ? (
        <FailureNotice error={error} onRetry={refetch} />
      ) : data?.total === 0 ? (
        <Notice title={m.forms_kept_empty_title()} text={m.forms_kept_empty_text()} />
      ) : (
        data && (
          <div className={styles.list}>
            <p className={styles.lead}>{m.forms_kept_lead()}</p>
            {data.kept.map((request) => (
              <UndeliverableRequest key={request._id} kept={request} />
            ))}
          </div>
        )
      )}
    </Screen>
  )
}

function UndeliverableRequest({ kept: request }: { kept: UndeliverableForm }) {
  const queries = useQueryClient()
  // One key for all attempts: a retry after a lost response or a double click stores the request once.
  const [key] = useState(newKey)
  const { sender } = request
  const names = useRequestNames()
  /** Returns the title for the key of a practice or office. */
  const formatAnswer = (name: string, value: string) =>
    name === 'practice' ? names.practiceName(value) : name === 'office' ? names.officeName(value) : value
  const params = { id: request._id }
  const mutationOptions = {
    onError: showError,
    // Reload after a rejection as well: a colleague may have handled it.
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: [undeliverable.kept.path] })
      void queries.invalidateQueries({ queryKey: [resource.path] })
    },
  }
  const file = useMutation({
    mutationFn: () => client.fileKept({ params }, { headers: { 'idempotency-key': key } }),
    onSuccess: ({ form }) => showSuccess(m.forms_kept_said_filed({ number: form.number })),
    ...mutationOptions,
  })
  const discard = useMutation({
    mutationFn: () => client.discardKept({ params }),
    onSuccess: () => showSuccess(m.forms_kept_said_discarded()),
    ...mutationOptions,
  })
  const confirmDiscard = async () => {
    const title = sender ? m.forms_kept_discard_title({ name: sender.name }) : m.forms_kept_discard_unreadable()
    const isConfirmed = await confirmDestructive({
      title,
      text: m.forms_kept_discard_text(),
      label: m.forms_kept_discard(),
    })
    if (isConfirmed) discard.mutate()
  }
  const isBusy = file.isPending || discard.isPending
  const isFileable = sender !== null && request.reason !== 'unknown_form'
  return (
    <article className={styles.entry} aria-labelledby={`kept-${request._id}`} aria-busy={isBusy}>
      <h2 className={styles.name} id={`kept-${request._id}`}>
        {sender?.name ?? m.forms_kept_unreadable()}
      </h2>
      <p className={styles.reason}>{sender ? reasons[request.reason]() : m.forms_kept_unreadable_text()}</p>
      <dl className={styles.facts}>
        <dt>{m.forms_kept_received()}</dt>
        <dd>{fullInstant(request.receivedAt)}</dd>
        <dt>{m.forms_kept_aside()}</dt>
        <dd>{fullInstant(request.createdAt)}</dd>
        {sender?.answers.map(({ name, label, value }) => (
          <Fact key={name} label={label} value={formatAnswer(name, value)} />
        ))}
        {request.files.length > 0 && (
          <>
            <dt>{m.forms_files()}</dt>
            <dd>
              {request.files.map(({ name, isThere }, index) => (
                // Two files may have the same name.
                // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed
                <div key={index}>
                  {name} {!isThere && <span className={styles.missing}>({m.forms_kept_missing()})</span>}
                </div>
              ))}
            </dd>
          </>
        )}
      </dl>
      <div className={styles.acts}>
        {isFileable && (
          <Button variant="filled" loading={file.isPending} disabled={isBusy} onClick={() => file.mutate()}>
            {m.forms_kept_file()}
          </Button>
        )}
        <Button leftSection={<Icon name="trash" />} disabled={isBusy} onClick={() => void confirmDiscard()}>
          {m.forms_kept_discard()}
        </Button>
      </div>
    </article>
  )
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  )
}
