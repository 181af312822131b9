import { and, asc, eq, sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import { storeForText } from '#kit/files/media-library.ts'
import type { Handlers } from '#kit/server/context.ts'
import { localize } from '#kit/server/records/localize.ts'
import { translationsOf } from '#kit/server/records/search-conditions.ts'
import { tableHandlers } from '#kit/server/records/table-handlers.ts'
import { cleanHtml, cleanLocalized } from '#kit/text/html.ts'
import { faqs as contract } from '../contract.ts'
import { faqs } from '../table.ts'

export const faqHandlers: Handlers<typeof contract> = {
  ...tableHandlers(contract, faqs, {
    words: [translationsOf(faqs.question), translationsOf(faqs.answer)],
    title: (row) => row.question.ko,
    accept: (body) => (body.answer ? { ...body, answer: cleanLocalized(body.answer, cleanHtml) } : body),
  }),

  order: (context, { body }) =>
    context.transaction(async (within) => {
      const ids = JSON.stringify(body.ids)
      const now = sql`${within.now().toISOString()}::timestamptz(3)`
      // One statement: writes the order only while the questions of the type are exactly these.
      const { rowCount } = await within.database.execute(sql`
        WITH wanted AS (SELECT value::uuid AS id, ordinality::int AS place
          FROM jsonb_array_elements_text(${ids}::jsonb) WITH ORDINALITY),
        present AS (SELECT id FROM faqs WHERE type = ${body.type} ORDER BY id FOR UPDATE)
        UPDATE faqs SET position = wanted.place, updated_at = greatest(${now}, faqs.updated_at + interval '1 millisecond')
        FROM wanted
        WHERE faqs.id = wanted.id AND faqs.type = ${body.type}
          AND (SELECT count(DISTINCT id) FROM wanted) = (SELECT count(*) FROM wanted)
          AND (SELECT count(*) FROM present) = (SELECT count(*) FROM wanted)
          AND NOT EXISTS (SELECT FROM wanted WHERE id NOT IN (SELECT id FROM present))`)
      if (rowCount !== body.ids.length) throw new AppError('conflict')
      await writeAudit(within, { action: 'update', entity: 'faqs', summary: body.type, after: { order: body.ids } })
      return undefined
    }),

  upload: (context, { files }) => storeForText(context, contract.upload.upload, files),

  async published(context, { query }) {
    context.tag('faqs')
    const rows = await context.database
      .select()
      .from(faqs)
      .where(and(eq(faqs.visible, true), query.type && eq(faqs.type, query.type)))
      .orderBy(
        sql`array_position(ARRAY['inquiry', 'website', 'personal', 'other'], ${faqs.type})`,
        asc(faqs.position),
        asc(faqs.id),
      )
      .limit(500)
    return {
      faqs: rows.map((row) => ({
        _id: row.id,
        type: row.type,
        ...localize(context.locale, { question: row.question, answer: row.answer }),
      })),
    }
  },
}
