import { Button, Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { SearchField } from '#console/kit/list/search-field.tsx'
import { useLogNames } from '#console/kit/manifest/manifests-provider.tsx'
import { Screen } from '#console/kit/screen/screen.tsx'
import { FailureNotice, Notice } from '#console/kit/screen/screen-notice.tsx'
import { audit } from '#kit/audit/contract.ts'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import { Lines } from './audit-lines.tsx'
import styles from './audit-screen.module.css'
import { Tabs } from './audit-tabs.tsx'
import { LogPagination } from './log-pagination.tsx'
import { useLogAddress } from './use-log-address.ts'

const client = clientOf(audit)
const limit = 50

/**
 * Audit log: who did what, when and from where, with the state before and after. Filters and page are in the address.
 */
export default function Audit() {
  const { page, values, change, reset, isNarrowed } = useLogAddress(['q', 'entity', 'entityId'])
  const { q, entity, entityId } = values
  const { entities } = useLogNames()

  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['audit', page, q, entity, entityId],
    queryFn: ({ signal }) =>
      client.list(
        { query: { page, limit, ...(q && { q }), ...(entity && { entity }), ...(entityId && { entityId }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

  const clear = (
    <Button key="reset" variant="subtle" onClick={reset}>
      {m.audit_reset()}
    </Button>
  )
  return (
    <Screen
      title={m.common_place_audit()}
      note={data && m.audit_count({ count: data.total.toLocaleString() })}
      filters={
        <>
          <SearchField
            className={styles.search}
            placeholder={m.audit_search()}
            value={q}
            change={(words) => change({ q: words })}
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
          {isNarrowed && clear}
        </>
      }
      tabs={<Tabs />}
      foot={
        <LogPagination page={page} limit={limit} total={data?.total} onPage={(to) => change({ page: String(to) })} />
      }
    >
      {error && !data ? (
        <FailureNotice title={m.audit_failed()} error={error} onRetry={refetch} />
      ) : data?.lines.length === 0 ? (
        <Notice
          title={isNarrowed ? m.audit_none_found() : m.audit_none()}
          text={isNarrowed ? m.audit_none_found_text() : m.audit_none_text()}
        >
          {isNarrowed && clear}
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
