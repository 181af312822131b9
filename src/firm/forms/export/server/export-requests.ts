import { sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import { formatPhone } from '#kit/phone/parse-phone.ts'
import type { Context, Handler } from '#kit/server/context.ts'
import { tableHandlers } from '#kit/server/records/table-handlers.ts'
import { forms as contract } from '../../contract.ts'
import { requestListOptions } from '../../inbox/server/search-requests.ts'
import { presentAnswers, presentRequest, presentRequests } from '../../server/present-requests.ts'
import { type FormDefinition, findFormDefinition } from '../../submission/server/find-form-definition.ts'
import { formRequests } from '../../table.ts'
import { type ExportedForm, requestExport } from '../contract.ts'

/** Returns the forms of these requests by key; a form that was removed is missing. */
const findDefinitions = async (context: Context, rows: readonly { kind: string }[]) => {
  const definitions = new Map<string, FormDefinition>()
  for (const key of new Set(rows.map(({ kind }) => kind))) {
    const found = await findFormDefinition(context, key).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'not_found') return null
      throw error
    })
    if (found) definitions.set(key, found)
  }
  return definitions
}

/** Presents every field of a form in its order, and then answers to fields that the form no longer has. */
const presentEveryField = (
  definition: FormDefinition | undefined,
  answers: Record<string, string>,
): ExportedForm['answers'] => {
  const fields = definition?.fields.filter(({ kind }) => kind !== 'files') ?? []
  const shown = new Map((definition ? presentAnswers(definition, answers) : []).map(({ name, value }) => [name, value]))
  const known = fields.map(({ name, kind, label }) => ({ name, kind, label: label.ko, value: shown.get(name) ?? '' }))
  const others = Object.entries(answers)
    .filter(([name]) => !fields.some((field) => field.name === name))
    .map(([name, value]) => ({ name, kind: 'text', label: name, value }))
  return [...known, ...others]
}

/** The same list with contact, message, consent and every field. */
const { list: listForExport } = tableHandlers(
  { list: { ...requestExport.export, query: contract.list.query }, get: contract.get },
  formRequests,
  {
    ...requestListOptions,
    title: (row) => row.number,
    lineColumns: ['answers', 'assigneeId'],
    async presentLines(rows, context) {
      const lines = await presentRequests(rows, context)
      const definitions = await findDefinitions(context, rows)
      return rows.map(
        ({ phone, email, kind, lawyer, answers, consentVersion, consentedAt, answeredAt, closedAt }, index) => ({
          ...lines[index],
          phone: formatPhone(phone),
          lawyer,
          consentVersion,
          consentedAt: consentedAt.toISOString(),
          answers: presentEveryField(definitions.get(kind), answers),
          email,
          message: answers.message ?? '',
          answeredAt: answeredAt?.toISOString() ?? null,
          closedAt: closedAt?.toISOString() ?? null,
        }),
      )
    },
    present: (rows, context) => Promise.all(rows.map((row) => presentRequest(context, row))),
  },
)

/** Minutes within which further pages of one export are not logged again. */
const exportLogInterval = 10

/**
 * Logs who exported requests and why, once per export, whichever page comes first. Search terms are left out: they may
 * be personal data, and the log is immutable.
 */
const logExport = async (
  context: Context,
  { q: _q, page: _page, limit: _limit, ...filters }: { q?: unknown; page?: unknown; limit?: unknown },
  reason: string,
): Promise<void> => {
  const summary = JSON.stringify(filters)
  const { rows } = await context.database.execute(sql`
    SELECT 1 FROM audit WHERE action = 'export' AND entity = 'forms' AND actor_id = ${context.principal.userId}::uuid
      AND summary = ${summary} AND after ->> 'reason' = ${reason}
      AND at > ${context.now().toISOString()}::timestamptz - make_interval(mins => ${exportLogInterval}) LIMIT 1`)
  if (rows.length === 0) await writeAudit(context, { action: 'export', entity: 'forms', summary, after: { reason } })
}

/** Returns a page of the export. */
export const exportRequests: Handler<typeof requestExport.export> = async (context, input) => {
  const { reason, ...query } = input.query
  await logExport(context, query, reason)
  return listForExport(context, { ...input, query })
}
