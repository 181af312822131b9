import { ActionIcon } from '@mantine/core'
import { useMemo, useRef } from 'react'
import { ExportMenu } from '#console/kit/list/export/export-menu.tsx'
import type { ListState } from '#console/kit/list/state/list-address.ts'
import type { ListResource } from '#console/kit/list/state/use-list.ts'
import { askReason } from '#console/kit/parts/dialogs/ask-reason.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { sheetInstant } from '#console/kit/parts/time/seoul-time.ts'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import { type RequestFilter, type RequestNames, stateLabels } from '../../console/request-resource.tsx'
import styles from '../../inbox/console/request-list.module.css'
import { type ExportedForm, requestExport } from '../contract.ts'

const client = clientOf(requestExport)

/** Returns the list resource with contact and message, for exports; `reason` returns the reason for the audit log. */
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

type Column = { title: string; value: (line: ExportedForm) => string | number | null }

const createColumns = (names: RequestNames): Column[] => [
  { title: m.forms_column_number(), value: ({ number }) => number },
  { title: m.forms_export_received(), value: ({ createdAt }) => sheetInstant(createdAt) },
  { title: m.list_column_state(), value: ({ state }) => stateLabels[state]() },
  { title: m.forms_column_from(), value: ({ name }) => name },
  { title: m.forms_phone(), value: ({ phone }) => phone },
  { title: m.forms_email(), value: ({ email }) => email },
  { title: m.forms_column_building(), value: ({ building }) => building },
  { title: m.forms_column_practice(), value: ({ practice }) => names.practiceName(practice) },
  { title: m.forms_column_office(), value: ({ office }) => names.officeName(office) },
  { title: m.forms_column_assignee(), value: ({ assignee }) => assignee?.name ?? null },
  { title: m.forms_export_message(), value: ({ message }) => message },
  { title: m.forms_column_files(), value: ({ files }) => files },
  { title: m.forms_export_answered(), value: ({ answeredAt }) => answeredAt && sheetInstant(answeredAt) },
  { title: m.forms_export_closed(), value: ({ closedAt }) => closedAt && sheetInstant(closedAt) },
]

/**
 * Exports all filtered requests with contact and message, times in Seoul. The audit log records the user and the
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
      columns={createColumns(names)}
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
