import { Button, Select, UnstyledButton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { SearchField } from '#console/kit/list/search-field.tsx'
import { useLogNames } from '#console/kit/manifest/manifests-provider.tsx'
import { NameAvatar } from '#console/kit/parts/name-avatar.tsx'
import { columnInstant, fullInstant } from '#console/kit/parts/time/seoul-time.ts'
import { Screen } from '#console/kit/screen/screen.tsx'
import { FailureNotice, Notice } from '#console/kit/screen/screen-notice.tsx'
import { audit, type PersonalAct, type PersonalLine, personalActs } from '#kit/audit/contract.ts'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import styles from './audit-screen.module.css'
import { Tabs } from './audit-tabs.tsx'
import { LogPagination } from './log-pagination.tsx'
import { useLogAddress } from './use-log-address.ts'

const client = clientOf(audit)
const limit = 50

const actNames: Record<PersonalAct, () => string> = {
  list: m.audit_act_list,
  read: m.audit_act_read,
  download: m.audit_act_download,
  export: m.audit_act_export,
  export_members: m.audit_act_export_members,
  look: m.audit_act_look,
  open_hold: m.audit_act_open_hold,
}

const isAct = (value: string): value is PersonalAct => (personalActs as readonly string[]).includes(value)

/** Log of access to personal data: who viewed whose data, when, from where and why. */
export default function Personal() {
  const { page, values, change, reset, isNarrowed } = useLogAddress(['q', 'act', 'entity', 'of'])
  const { q, act, entity, of } = values
  const { entities } = useLogNames()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['audit-personal', page, q, act, entity, of],
    queryFn: ({ signal }) =>
      client.personal(
        {
          query: {
            page,
            limit,
            ...(q && { q }),
            ...(isAct(act) && { act }),
            ...(entity && { entity }),
            ...(of && { of }),
          },
        },
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
      title={m.audit_personal_title()}
      note={data && m.audit_count({ count: data.total.toLocaleString() })}
      tabs={<Tabs />}
      filters={
        <>
          <SearchField
            className={styles.search}
            placeholder={m.audit_personal_search()}
            value={q}
            change={(words) => change({ q: words })}
          />
          <Select
            className={styles.entity}
            aria-label={m.audit_what()}
            placeholder={m.audit_what()}
            clearable
            data={personalActs.map((value) => ({ value, label: actNames[value]() }))}
            value={act || null}
            onChange={(value) => change({ act: value ?? '' })}
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
          {of && <span className={styles.only}>{m.audit_personal_one()}</span>}
          {isNarrowed && clear}
        </>
      }
      foot={
        <LogPagination page={page} limit={limit} total={data?.total} onPage={(to) => change({ page: String(to) })} />
      }
    >
      {error && !data ? (
        <FailureNotice title={m.audit_failed()} error={error} onRetry={refetch} />
      ) : data?.lines.length === 0 ? (
        <Notice
          title={isNarrowed ? m.audit_none_found() : m.audit_none()}
          text={isNarrowed ? m.audit_none_found_text() : m.audit_personal_none_text()}
        >
          {isNarrowed && clear}
        </Notice>
      ) : (
        <PersonalLines lines={data?.lines} fetching={isFetching} onPerson={(id) => change({ of: id })} />
      )}
    </Screen>
  )
}

interface PersonalLinesProps {
  /** Undefined while the first page loads. */
  lines: readonly PersonalLine[] | undefined
  fetching: boolean
  onPerson: (id: string) => void
}

const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f']

function PersonalLines({ lines, fetching, onPerson }: PersonalLinesProps) {
  return (
    <table className={clsx(styles.table, fetching && lines && styles.fetching)} aria-busy={fetching}>
      <thead>
        <tr>
          <td className={styles.margin} />
          <th className={styles.when}>{m.audit_when()}</th>
          <th className={styles.who}>{m.audit_who()}</th>
          <th>{m.audit_what()}</th>
          <th className={styles.whose}>{m.audit_whose()}</th>
          <th>{m.audit_reason()}</th>
          <th className={styles.address}>{m.audit_address()}</th>
        </tr>
      </thead>
      <tbody>
        {lines === undefined
          ? skeletonRows.map((row) => (
              <tr key={row} className={styles.waiting}>
                <td className={styles.margin} />
                {['when', 'who', 'what', 'whose', 'reason', 'address'].map((cell) => (
                  <td key={cell}>
                    <i />
                  </td>
                ))}
              </tr>
            ))
          : lines.map((line) => <PersonalLineRow key={line._id} line={line} onPerson={onPerson} />)}
      </tbody>
    </table>
  )
}

function PersonalLineRow({ line, onPerson }: { line: PersonalLine; onPerson: (id: string) => void }) {
  const { entityName } = useLogNames()
  const { of, actor } = line
  const actorName = actor ?? m.common_nobody()
  return (
    <tr>
      <td className={styles.margin} />
      <td className={styles.when}>
        <time dateTime={line.at} title={fullInstant(line.at)}>
          {columnInstant(line.at)}
        </time>
      </td>
      <td className={styles.who}>
        <span className={styles.person}>
          <NameAvatar name={actorName} size={20} />
          {actorName}
        </span>
      </td>
      <td className={styles.what}>
        <b>{actNames[line.act]()}</b> {entityName(line.entity)} {line.summary}
        {line.count !== null && <span className={styles.detailText}> {m.audit_persons({ count: line.count })}</span>}
      </td>
      <td className={styles.whose}>
        {of && (
          <UnstyledButton className={styles.record} title={m.audit_only_person()} onClick={() => onPerson(of._id)}>
            {of.name || m.audit_withdrawn()}
          </UnstyledButton>
        )}
      </td>
      <td>{line.reason}</td>
      <td className={styles.address}>{line.address}</td>
    </tr>
  )
}
