import { createExcelDownload } from '#kit/files/excel-download.ts'
import { formatPhone } from '#kit/phone/parse-phone.ts'
import type { Context } from '#kit/server/context.ts'
import { formatDate, formatTime } from '#kit/text/format-values.ts'
import { m } from '#messages/messages.js'
import { memberImport } from '../contract-import.ts'
import { type SheetColumn, sheetColumns } from '../rules.ts'
import { type ExportedRow, type MemberFilter, streamMembers } from './list-members.ts'

const stateLabels: Record<string, typeof m.users_username> = {
  active: m.users_state_active,
  dormant: m.users_state_dormant,
  locked: m.users_state_locked,
}

/** Headings of the time columns. They follow the columns of the import, which ignores them. */
const timeHeadings = [m.users_joined, m.users_used, m.list_column_updated]

const formatMinute = (time: string | Date | null): string =>
  time ? `${formatDate(time)} ${formatTime(time).slice(0, 5)}` : ''

const toCells = ({ locale }: Context, row: ExportedRow): string[] => {
  const cells: Record<SheetColumn, string | null> = {
    username: row.username,
    name: row.name,
    kind: row.kind,
    email: row.email,
    // The national form of Korean numbers: a leading + would be read as a formula.
    phone: row.phone && formatPhone(row.phone),
    level: row.levelKey,
    locale: row.locale,
    company: row.company,
    ceo: row.ceo,
    businessNumber: row.businessNumber,
    category: row.category,
    address: row.address,
  }
  return [
    ...sheetColumns.map((column) => cells[column] ?? ''),
    stateLabels[row.state]?.({}, { locale }) ?? row.state,
    ...[row.createdAt, row.usedAt, row.updatedAt].map(formatMinute),
  ]
}

async function* streamCells(context: Context, filter: MemberFilter): AsyncGenerator<string[][]> {
  for await (const rows of streamMembers(context, filter)) yield rows.map((row) => toCells(context, row))
}

/** Serves `/files/members` for five minutes; write the reason to the audit log before calling it. */
export const memberExport = createExcelDownload<MemberFilter>({
  at: '/files/members',
  purpose: 'member export',
  name: 'members',
  sheets: (context, filter) => {
    const { locale } = context
    const times = timeHeadings.map((title) => m.list_export_seoul({ title: title({}, { locale }) }, { locale }))
    const heads = [
      ...sheetColumns.map((column) => memberImport.columns[column].heading({}, { locale })),
      m.list_column_state({}, { locale }),
      ...times,
    ]
    return [{ title: m.users_title({}, { locale }), heads, pieces: streamCells(context, filter) }]
  },
})
