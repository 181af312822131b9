import { createExcelDownload } from '#kit/files/excel-download.ts'
import { formatPhone } from '#kit/phone/parse-phone.ts'
import type { Context } from '#kit/server/context.ts'
import { m } from '#messages/messages.js'
import { memberImport } from '../contract-import.ts'
import { type SheetColumn, sheetColumns } from '../rules.ts'
import { type ExportedRow, type MemberFilter, streamMembers } from './list-members.ts'

const toCells = (row: ExportedRow): string[] => {
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
  return sheetColumns.map((column) => cells[column] ?? '')
}

async function* streamCells(context: Context, filter: MemberFilter): AsyncGenerator<string[][]> {
  for await (const rows of streamMembers(context, filter)) yield rows.map(toCells)
}

/** Serves `/files/members` for five minutes; write the reason to the audit log before calling it. */
export const memberExport = createExcelDownload<MemberFilter>({
  at: '/files/members',
  purpose: 'member export',
  name: 'members',
  sheets: (context, filter) => {
    const { locale } = context
    const heads = sheetColumns.map((column) => memberImport.columns[column].heading({}, { locale }))
    return [{ title: m.users_title({}, { locale }), heads, pieces: streamCells(context, filter) }]
  },
})
