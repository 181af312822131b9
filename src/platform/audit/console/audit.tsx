import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { useLogNames } from '#console/kit/manifests.tsx'
import { FailedNotice, Notice } from '#console/kit/notice.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { Screen } from '#console/kit/screen.tsx'
import { audit } from '#kit/audit/contract.ts'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import styles from './audit.module.css'
import { Lines } from './lines.tsx'

const client = clientOf(audit)
const limit = 50

/** Who did what, when, from where, before and after. What is looked at is all in the address. */
export default function Audit() {
  const [search, setSearch] = useSearchParams()
  const { entities } = useLogNames()
  const page = Math.max(1, Number(search.get('page')) || 1)
  const q = search.get('q') ?? ''
  const entity = search.get('entity') ?? ''
  const entityId = search.get('entityId') ?? ''

  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['audit', page, q, entity, entityId],
    queryFn: ({ signal }) =>
      client.list(
        { query: { page, limit, ...(q && { q }), ...(entity && { entity }), ...(entityId && { entityId }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

  const change = (changes: Record<string, string>) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries({ page: '', ...changes }))
          if (value) next.set(name, value)
          else next.delete(name)
        return next
      },
      { replace: !('page' in changes) },
    )
  const find = useDebouncedCallback((words: string) => change({ q: words }), 250)

  const pages = data ? Math.max(1, Math.ceil(data.total / limit)) : 1
  const narrowed = q !== '' || entity !== '' || entityId !== ''
  const reset = (
    <Button key="reset" variant="subtle" onClick={() => change({ q: '', entity: '', entityId: '' })}>
      {m.audit_reset()}
    </Button>
  )
  return (
    <Screen
      title={m.common_place_audit()}
      note={data && m.audit_count({ count: data.total.toLocaleString() })}
      filters={
        <>
          <TextInput
            key={q === '' ? 'empty' : 'filled'}
            className={styles.search}
            type="search"
            defaultValue={q}
            maxLength={100}
            aria-label={m.audit_search()}
            placeholder={m.audit_search()}
            leftSection={<Icon name="search" />}
            rightSection={<kbd>/</kbd>}
            onChange={(event) => find(event.currentTarget.value)}
          />
          <Select
            className={styles.entity}
            aria-label={m.audit_entity()}
            placeholder={m.audit_entity()}
            clearable
            data={entities}
            value={entity || null}
            onChange={(value) => change({ entity: value ?? '' })}
          />
          {entityId && <span className={styles.only}>{m.audit_one_record()}</span>}
          {narrowed && reset}
        </>
      }
      foot={
        <>
          <span className={styles.range}>
            {data &&
              data.total > 0 &&
              m.audit_range({
                from: (page - 1) * limit + 1,
                to: Math.min(page * limit, data.total),
                total: data.total.toLocaleString(),
              })}
          </span>
          <nav className={styles.pages} aria-label={m.audit_pages()}>
            <ActionIcon
              aria-label={m.common_newer()}
              disabled={page <= 1}
              onClick={() => change({ page: String(page - 1) })}
            >
              <Icon name="left" />
            </ActionIcon>
            <span>{m.common_page({ page, pages })}</span>
            <ActionIcon
              aria-label={m.common_older()}
              disabled={page >= pages}
              onClick={() => change({ page: String(page + 1) })}
            >
              <Icon name="right" />
            </ActionIcon>
          </nav>
        </>
      }
    >
      {error && !data ? (
        <FailedNotice title={m.audit_failed()} error={error} again={refetch} />
      ) : data?.lines.length === 0 ? (
        <Notice
          title={narrowed ? m.audit_none_found() : m.audit_none()}
          text={narrowed ? m.audit_none_found_text() : m.audit_none_text()}
        >
          {narrowed && reset}
        </Notice>
      ) : (
        <Lines
          lines={data?.lines}
          fetching={isFetching}
          onEntity={(kind, id) => change({ entity: kind, entityId: id })}
        />
      )}
    </Screen>
  )
}
