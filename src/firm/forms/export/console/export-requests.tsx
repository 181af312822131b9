import { ActionIcon } from '@mantine/core'
import { useMemo, useRef } from 'react'
import { ExportMenu } from '#console/kit/list/export/export-menu.tsx'
import type { ListState } from '#console/kit/list/state/list-address.ts'
import type { ListResource } from '#console/kit/list/state/use-list.ts'
import { askReason } from '#console/kit/parts/dialogs/ask-reason.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import type { RequestFilter, RequestNames } from '../../console/request-resource.tsx'
import styles from '../../inbox/console/request-list.module.css'
import { type ExportedForm, requestExport } from '../contract.ts'
import { createExportColumns } from './export-columns.ts'

const client = clientOf(requestExport)

/** Returns the list resource with every field, for exports; `reason` returns the reason for the audit log. */
const createExportResource = (
  reason: () => string,
): ListResource<ExportedForm, never, RequestFilter, 'createdAt' | 'updatedAt'> => ({
  path: requestExport.export.path,
  access: requestExport.export.access,
  async list(query, options) {
    const { forms: records, ...paging } = await client.export({ query: { ...query, reason: reason() } }, options)
    return { ...paging, records }
  },
})

/**
 * Exports all filtered requests with every field of their forms, times in Seoul. The audit log records the user and the
 * reason.
 */
export function ExportRequests({ state, total, names }: { state: ListState; total: number; names: RequestNames }) {
  const reason = useRef('')
  const exported = useMemo(() => createExportResource(() => reason.current), [])
  const askForReason = async () => {
    const answer = await askReason({
      title: m.forms_export_title(),
      text: m.forms_export_text(),
      label: m.list_export(),
    })
    // Keep the reason to one line of the log.
    reason.current = (answer ?? '').replace(/\s+/g, ' ').slice(0, 200)
    return answer !== null
  }
  if (total === 0) return null
  return (
    <ExportMenu
      resource={exported}
      state={state}
      title={m.forms_title()}
      columns={(lines) => createExportColumns(names, lines)}
      total={total}
      before={askForReason}
      target={(writing) =>
        writing ? (
          <ActionIcon
            variant="subtle"
            className={styles.tool}
            aria-label={`${m.list_export_busy({ percent: writing.percent })} · ${m.list_cancel()}`}
            onClick={writing.stop}
          >
            <span className={styles.percent}>{writing.percent}%</span>
          </ActionIcon>
        ) : (
          <ActionIcon variant="subtle" className={styles.tool} aria-label={m.list_export()}>
            <Icon name="download" />
          </ActionIcon>
        )
      }
    />
  )
}
