import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import clsx from 'clsx'
import { Fragment, useState } from 'react'
import { useLogNames } from '#console/kit/manifest/manifests-provider.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { NameAvatar } from '#console/kit/parts/name-avatar.tsx'
import { columnInstant, fullInstant } from '#console/kit/parts/time/seoul-time.ts'
import type { AuditLine } from '#kit/audit/contract.ts'
import { m } from '#messages/messages.js'
import styles from './audit-screen.module.css'
import { Changes } from './change-list.tsx'

interface LinesProps {
  /** Undefined while the first page loads. */
  lines: readonly AuditLine[] | undefined
  fetching: boolean
  /** Filters the log by one record. */
  onEntity: (entity: string, id: string) => void
}

const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** Author of a line. A log-in is written before authentication, so its summary names the user. */
const getActorName = ({ actor, action, summary }: AuditLine): string =>
  actor ?? (action === 'login' ? summary : m.common_nobody())

/** Table of log lines; a line expands to show the state before and after. */
export function Lines({ lines, fetching, onEntity }: LinesProps) {
  const [open, setOpen] = useState<string | null>(null)
  const { actionName, entityName } = useLogNames()
  return (
    <table className={clsx(styles.table, fetching && lines && styles.fetching)} aria-busy={fetching}>
      <thead>
        <tr>
          <th className={styles.margin}>
            <VisuallyHidden>{m.audit_changes()}</VisuallyHidden>
          </th>
          <th className={styles.when}>{m.audit_when()}</th>
          <th className={styles.who}>{m.audit_who()}</th>
          <th>{m.audit_what()}</th>
          <th className={styles.address}>{m.audit_address()}</th>
        </tr>
      </thead>
      <tbody>
        {lines === undefined
          ? skeletonRows.map((row) => (
              <tr key={row} className={styles.waiting}>
                <td className={styles.margin} />
                <td>
                  <i />
                </td>
                <td>
                  <i />
                </td>
                <td>
                  <i />
                </td>
                <td className={styles.address}>
                  <i />
                </td>
              </tr>
            ))
          : lines.map((line) => {
              const isOpen = open === line._id
              const hasChanges = line.before !== null || line.after !== null
              return (
                <Fragment key={line._id}>
                  <tr className={clsx(isOpen && styles.open)}>
                    <td className={styles.margin}>
                      {hasChanges && (
                        <UnstyledButton
                          className={styles.toggle}
                          aria-expanded={isOpen}
                          aria-label={m.audit_changes_of({ name: line.summary })}
                          onClick={() => setOpen(isOpen ? null : line._id)}
                        >
                          <Icon name={isOpen ? 'down' : 'right'} />
                        </UnstyledButton>
                      )}
                    </td>
                    <td className={styles.when}>
                      <time dateTime={line.at} title={fullInstant(line.at)}>
                        {columnInstant(line.at)}
                      </time>
                    </td>
                    <td className={styles.who}>
                      <span className={styles.person}>
                        <NameAvatar name={getActorName(line)} size={20} />
                        {getActorName(line)}
                      </span>
                    </td>
                    <td className={styles.what}>
                      <b>{actionName(line.action, line.entity)}</b> {entityName(line.entity)}{' '}
                      {line.entityId ? (
                        <UnstyledButton
                          className={styles.record}
                          title={m.audit_only_this()}
                          onClick={() => line.entityId && onEntity(line.entity, line.entityId)}
                        >
                          {line.summary}
                        </UnstyledButton>
                      ) : (
                        line.summary
                      )}
                    </td>
                    <td className={styles.address}>{line.address}</td>
                  </tr>
                  {isOpen && (
                    <tr className={styles.detail}>
                      <td className={styles.margin} />
                      <td colSpan={4}>
                        <Changes before={line.before} after={line.after} />
                      </td>
                    </tr>
                  )}
                </Fragment>
              )
            })}
      </tbody>
    </table>
  )
}
