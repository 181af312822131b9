import { sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import { textIn } from '#kit/i18n.ts'
import { fieldMessage, issueMessage } from '#kit/issue-messages.ts'
import { mayGrant } from '#kit/scopes.ts'
import type { Context, UploadedFile } from '#kit/server/context.ts'
import type { CheckedSheet, SheetChoice, SheetFault } from '#kit/spreadsheet/import-contract.ts'
import { cellFault, presentChecked, readImport, refuseFaulty } from '#kit/spreadsheet/read-import.ts'
import { levels } from '#people/levels/table.ts'
import { memberImport } from '../contract-import.ts'
import { MemberInput } from '../contract-members.ts'
import { type SheetColumn, sheetColumns } from '../rules.ts'
import { mayGrantLevelSql } from './check-reach.ts'

interface NewMember extends Omit<MemberInput, 'invite'> {
  id: string
}

/** Returns the column of an input path. */
const findColumn = (path: readonly PropertyKey[]): SheetColumn => {
  const [first, second] = path.map(String)
  if (first === 'levelId') return 'level'
  if (first === 'company') return second === 'name' || second === undefined ? 'company' : (second as SheetColumn)
  return sheetColumns.find((column) => column === first) ?? 'username'
}

/** Other words for the values of a column. */
const kindWords: Record<string, string> = {
  개인: 'PERSON',
  기업: 'COMPANY',
  법인: 'COMPANY',
  个人: 'PERSON',
  企业: 'COMPANY',
}
const localeWords: Record<string, string> = {
  ...{ 한국어: 'ko', 영어: 'en', 중국어: 'cn', korean: 'ko', english: 'en', chinese: 'cn' },
  ...{ 韩语: 'ko', 英语: 'en', 中文: 'cn' },
}
const kindOf = ({ kind }: Record<SheetColumn, string>): string => kindWords[kind] ?? kind.toUpperCase()
const localeOf = ({ locale }: Record<SheetColumn, string>): string =>
  localeWords[locale.toLowerCase()] ?? locale.toLowerCase()

const hasCompany = (row: Record<SheetColumn, string>): boolean => kindOf(row) === 'COMPANY' || row.company !== ''

const toMemberInput = (row: Record<SheetColumn, string>, levelId: string | undefined) => ({
  username: row.username,
  name: row.name,
  kind: kindOf(row) || (row.company ? 'COMPANY' : 'PERSON'),
  email: row.email || null,
  phone: row.phone || null,
  locale: localeOf(row) || 'ko',
  levelId: levelId ?? '00000000-0000-0000-0000-000000000000',
  company: hasCompany(row)
    ? {
        name: row.company,
        ceo: row.ceo,
        businessNumber: row.businessNumber,
        category: row.category,
        address: row.address,
      }
    : null,
  invite: false,
})

/** Returns which of the given values accounts already have. */
const findTaken = async (context: Context, rows: readonly NewMember[]) => {
  const listValues = (value: (row: NewMember) => string | null | undefined) =>
    sql.param(rows.flatMap((row) => value(row) ?? []))
  const { rows: takenRows } = await context.database.execute<{ column: SheetColumn; value: string }>(sql`
    SELECT 'username' AS column, username AS value FROM users WHERE username = ANY (${listValues((row) => row.username)}::text[])
    UNION ALL SELECT 'email', lower(email) FROM users WHERE lower(email) = ANY (${listValues((row) => row.email)}::text[])
    UNION ALL SELECT 'phone', phone FROM users WHERE phone = ANY (${listValues((row) => row.phone)}::text[])
    UNION ALL SELECT 'businessNumber', business_number FROM companies
      WHERE business_number = ANY (${listValues((row) => row.company?.businessNumber)}::text[])`)
  return new Set(takenRows.map(({ column, value }) => `${column} ${value}`))
}

const listUniqueValues = (row: NewMember): [SheetColumn, string | null | undefined][] => [
  ['username', row.username],
  ['email', row.email],
  ['phone', row.phone],
  ['businessNumber', row.company?.businessNumber],
]

/** Reads an Excel file; returns the members it would create and all faults. */
const readMembers = async (context: Context, uploaded: UploadedFile | undefined, choice: SheetChoice) => {
  const table = await readImport(context, uploaded, choice, memberImport)
  const { locale, principal } = context
  const levelRows = await context.database.select().from(levels)
  const faults: SheetFault<SheetColumn>[] = []
  const rows: NewMember[] = []
  const sources: (typeof table.rows)[number][] = []
  for (const line of table.rows) {
    const { cells } = line
    const level = cells.level
      ? levelRows.find(({ key, title }) => [key, title.ko, title.en, textIn(locale, title)].includes(cells.level))
      : levelRows.find((item) => (hasCompany(cells) ? item.forCompanies : item.forPersons))
    const isAbove =
      level && (level.rank > principal.rank || level.scopes.some((scope) => !mayGrant(principal.scopes, scope)))
    if (!level || isAbove) {
      faults.push(cellFault(line, 'level', fieldMessage(isAbove ? 'level_above' : 'choose', locale)))
      continue
    }
    const parsed = MemberInput.safeParse(toMemberInput(cells, level.id))
    if (!parsed.success) {
      for (const issue of parsed.error.issues)
        faults.push(cellFault(line, findColumn(issue.path), issueMessage(issue, locale)))
      continue
    }
    const email = parsed.data.email?.toLowerCase() ?? null
    rows.push({ ...parsed.data, email, id: context.newId() })
    sources.push(line)
  }
  const takenValues = await findTaken(context, rows)
  for (const [index, member] of rows.entries())
    for (const [column, value] of listUniqueValues(member)) {
      const line = sources[index]
      if (!value || !line) continue
      // A duplicate within the file counts as taken too.
      if (takenValues.has(`${column} ${value}`)) faults.push(cellFault(line, column, fieldMessage('taken', locale)))
      takenValues.add(`${column} ${value}`)
    }
  return { table, rows, faults: [...table.faults, ...faults] }
}

/** Checks an Excel file without changing anything. */
export const checkSheet = async (
  context: Context,
  uploaded: UploadedFile | undefined,
  choice: SheetChoice,
): Promise<CheckedSheet<SheetColumn>> => {
  const { table, faults } = await readMembers(context, uploaded, choice)
  return presentChecked(table, faults)
}

/** Creates all members of an Excel file in one transaction. Throws `invalid` if any of them is invalid. */
export const importSheet = async (
  context: Context,
  uploaded: UploadedFile | undefined,
  choice: SheetChoice,
): Promise<{ imported: number }> => {
  const { table, rows, faults } = await readMembers(context, uploaded, choice)
  refuseFaulty(table, faults)
  await context.transaction(async (within) => {
    const now = sql`${within.now().toISOString()}::timestamptz`
    const list = sql.param(JSON.stringify(rows.map((row) => ({ ...row, company_id: within.newId() }))))
    // Use the current levels; those at the time of the check may have changed.
    const { rowCount } = await within.database.execute(sql`
      INSERT INTO users (id, username, name, email, phone, kind, locale, level_id, password_hash, created_at, updated_at)
      SELECT one.id, one.username, one.name, one.email, one.phone, one.kind, one.locale, n.id, 'none', ${now}, ${now}
      FROM jsonb_to_recordset(${list}::jsonb) AS one (id uuid, username text, name text, email text, phone text, kind text,
        locale text, "levelId" uuid) JOIN levels n ON n.id = one."levelId" WHERE ${mayGrantLevelSql(within)}`)
    if (rowCount !== rows.length) throw new AppError('invalid', { fields: { file: 'sheet_rows' } })
    await within.database.execute(sql`
      INSERT INTO companies (id, user_id, name, ceo, business_number, category, address, created_at, updated_at)
      SELECT company_id, id, company ->> 'name', company ->> 'ceo', company ->> 'businessNumber', company ->> 'category',
        company ->> 'address', ${now}, ${now}
      FROM jsonb_to_recordset(${list}::jsonb) AS one (id uuid, company_id uuid, company jsonb)
      WHERE jsonb_typeof(company) = 'object'`)
    await writeAudit(within, {
      action: 'import_members',
      entity: 'users',
      summary: String(rows.length),
      after: { members: rows.length },
    })
  })
  return { imported: rows.length }
}
