import { sheetInstant } from '#console/kit/parts/time/seoul-time.ts'
import { m } from '#messages/messages.js'
import { type RequestNames, stateLabels } from '../../console/request-resource.tsx'
import type { ExportedForm } from '../contract.ts'

export interface ExportColumn {
  title: string
  value: (line: ExportedForm) => string | number | null
}

/** Answers with a separate column, by the name of their field, or the first one of a kind. */
const separateNames = ['name', 'message', 'building']
const separateKinds = ['phone', 'email', 'practice', 'office', 'lawyer']

/** A column for each other field of the forms of these requests; two forms share a field of one name. */
const createFieldColumns = (lines: readonly ExportedForm[]): ExportColumn[] => {
  const labels = new Map<string, string>()
  for (const { answers } of lines)
    for (const answer of answers) {
      const { name, kind, label } = answer
      const isSeparate =
        separateNames.includes(name) ||
        (separateKinds.includes(kind) && answers.find((first) => first.kind === kind) === answer)
      if (!isSeparate && !labels.has(name)) labels.set(name, label)
    }
  return [...labels].map(([name, title]) => ({
    title,
    value: ({ answers }) => answers.find((answer) => answer.name === name)?.value ?? '',
  }))
}

/** Columns of an export of these requests: every field of the record, and every field of its form. */
export const createExportColumns = (names: RequestNames, lines: readonly ExportedForm[]): ExportColumn[] => [
  { title: m.forms_column_number(), value: ({ number }) => number },
  { title: m.forms_export_kind(), value: ({ kind }) => kind },
  { title: m.forms_export_received(), value: ({ createdAt }) => sheetInstant(createdAt) },
  { title: m.list_column_state(), value: ({ state }) => stateLabels[state]() },
  { title: m.forms_column_from(), value: ({ name }) => name },
  { title: m.forms_phone(), value: ({ phone }) => phone },
  { title: m.forms_email(), value: ({ email }) => email },
  { title: m.forms_export_language(), value: ({ locale }) => locale },
  { title: m.forms_column_building(), value: ({ building }) => building },
  { title: m.forms_column_practice(), value: ({ practice }) => names.practiceName(practice) },
  { title: m.forms_column_office(), value: ({ office }) => names.officeName(office) },
  { title: m.forms_export_lawyer(), value: ({ lawyer }) => lawyer },
  ...createFieldColumns(lines),
  { title: m.forms_column_assignee(), value: ({ assignee }) => assignee?.name ?? null },
  { title: m.forms_export_message(), value: ({ message, subject }) => message || subject },
  { title: m.forms_column_files(), value: ({ files }) => files },
  { title: m.forms_consent_version(), value: ({ consentVersion }) => consentVersion },
  { title: m.forms_export_consented(), value: ({ consentedAt }) => sheetInstant(consentedAt) },
  { title: m.forms_export_answered(), value: ({ answeredAt }) => answeredAt && sheetInstant(answeredAt) },
  { title: m.forms_export_closed(), value: ({ closedAt }) => closedAt && sheetInstant(closedAt) },
  { title: m.forms_export_changed(), value: ({ updatedAt }) => sheetInstant(updatedAt) },
]
