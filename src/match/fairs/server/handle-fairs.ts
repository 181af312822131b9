import { and, asc, desc, eq } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { sqlState, violatedField } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import { findFiles, pictureOf, requirePicture, storeUpload } from '#kit/files/media-library.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { changeRows, toRecord } from '#kit/server/records/records.ts'
import { containsWords, translationsOf } from '#kit/server/records/search-conditions.ts'
import { selectPage } from '#kit/server/records/select-page.ts'
import { tableHandlers } from '#kit/server/records/table-handlers.ts'
import { cleanHtml, cleanLocalized } from '#kit/text/html.ts'
import { recordFairNotices } from '#match/matchings/fair-changes/server/notify-participants.ts'
import { confirmDisplaced, recordDisplaced } from '#match/matchings/fair-changes/server/record-displaced.ts'
import { fairs as contract, type Fair, fairRecords } from '../contract.ts'
import { countSlots, maxSlots, type Span } from '../rules.ts'
import { type FairRow, fairs } from '../table.ts'
import { presentFairs } from './present-fairs.ts'
import { previewSlotGrid } from './preview-slot-grid.ts'
import { findPublicFair, isPublicFair } from './read-fairs.ts'
import { summarizeFairs } from './summarize-fairs.ts'

const presentRecords = async (rows: FairRow[], context: Context): Promise<Fair[]> => {
  const pictures = await findFiles(
    context,
    rows.flatMap(({ thumbs }) => thumbs),
  )
  return rows.map((row) => ({
    ...toRecord(row),
    thumbs: row.thumbs.flatMap((id) => pictureOf(pictures, id) ?? []),
  }))
}

/** Compares as times, because instants may omit milliseconds and do not sort as text. */
const isBefore = (one: string, other: string): boolean => Date.parse(one) < Date.parse(other)

const hasOverlap = (spans: readonly Span[]): boolean => {
  const sorted = spans.toSorted((a, b) => (isBefore(a.startAt, b.startAt) ? -1 : 1))
  return sorted.some(({ endAt }, index) => {
    const after = sorted[index + 1]
    return after !== undefined && isBefore(after.startAt, endAt)
  })
}

const searchExpressions = [translationsOf(fairs.title), translationsOf(fairs.venue)]

const base = tableHandlers(fairRecords, fairs, {
  words: searchExpressions,
  title: (row) => row.title.ko ?? '',
  present: presentRecords,
  presentLines: (rows) => rows.map((row) => toRecord(row)),
  async accept(body, context, current) {
    for (const [index, id] of (body.thumbs ?? []).entries()) await requirePicture(context, id, `thumbs.${index}`)
    const startsAt = body.startsAt ?? current?.startsAt.toISOString() ?? ''
    const endsAt = body.endsAt ?? current?.endsAt.toISOString() ?? ''
    if (!isBefore(startsAt, endsAt)) throw new AppError('invalid', { fields: { endsAt: 'fair_order' } })
    if (hasOverlap(body.sessions ?? [])) throw new AppError('invalid', { fields: { sessions: 'fair_overlap' } })
    if (body.sessions || body.slotMinutes || body.startsAt || body.endsAt) {
      const sessions = body.sessions ?? current?.sessions ?? []
      const minutes = body.slotMinutes ?? current?.slotMinutes ?? 30
      if (sessions.some(({ startAt, endAt }) => isBefore(startAt, startsAt) || isBefore(endsAt, endAt)))
        throw new AppError('invalid', { fields: { sessions: 'fair_outside' } })
      if (countSlots(sessions, minutes) > maxSlots)
        throw new AppError('invalid', { fields: { sessions: 'fair_slots' } })
    }
    return body.body ? { ...body, body: cleanLocalized(body.body, cleanHtml) } : body
  },
})

const lockRow = async (context: Context, id: string): Promise<FairRow> => {
  const [row] = await context.database.select().from(fairs).where(eq(fairs.id, id)).for('update')
  if (!row) throw new AppError('not_found')
  return row
}

const setThumbs = async (within: Context, row: FairRow, thumbs: string[]) => {
  await changeRows(within, fairs, { thumbs }).where(eq(fairs.id, row.id))
  await writeAudit(within, {
    action: 'update',
    entity: 'fairs',
    entityId: row.id,
    summary: row.title.ko ?? '',
    before: { thumbs: row.thumbs },
    after: { thumbs },
  })
}

/** Fields that change the grid or places of a fair. */
const setupFields = ['sessions', 'breaks', 'slotMinutes', 'tables', 'rooms'] as const

export const fairHandlers: Handlers<typeof contract> = {
  ...base,

  async update(context, input) {
    try {
      return await context.transaction(async (within) => {
        const { id } = input.params
        const { falls, tell = false, ...body } = input.body
        await confirmDisplaced(within, falls)
        // Same lock as the update takes, so that no other change happens between reading `before` and the update.
        const [before] = await within.database.select().from(fairs).where(eq(fairs.id, id)).for('no key update')
        const answer = await base.update(within, { ...input, body })
        const [after] = await within.database.select().from(fairs).where(eq(fairs.id, id))
        const isNotified =
          before !== undefined && after !== undefined && (await recordFairNotices(within, before, after))
        const isSetupChanged = setupFields.some((field) => input.sent.has(field))
        if (isSetupChanged) await recordDisplaced(within, tell)
        // A job expires the displaced offers and notifies waiting companies and participants.
        if (isSetupChanged || isNotified)
          await within.services.jobs.add(within.database, 'settleFair', { fair: id }, { key: `settleFair:${id}` })
        if (isSetupChanged) await publishEvent(within, { scope: 'console:fairs' }, { topic: 'plans', id })
        return answer
      })
    } catch (error) {
      // A meeting was confirmed concurrently in a slot or place that is being removed.
      if (sqlState(error) === '23503') throw new AppError('conflict', { fields: { sessions: 'fair_used' } })
      // The displaced list is missing or differs from the one the user saw.
      if (sqlState(error) === '23514' && violatedField(error) === 'falls')
        throw new AppError('conflict', { fields: { falls: 'fair_falls' } })
      if (sqlState(error) === '23514' && violatedField(error) === 'plan')
        throw new AppError('conflict', { fields: { released: 'fair_release' } })
      throw error
    }
  },

  async remove(context, input) {
    try {
      return await base.remove(context, input)
    } catch (error) {
      if (sqlState(error) === '23503' && violatedField(error) === 'participants')
        throw new AppError('in_use', { fields: { phase: 'fair_participants' } })
      throw error
    }
  },

  grid: (context, { body }) => previewSlotGrid(context, body),

  async thumb(context, input) {
    const { id, index } = input.params
    const [file] = input.files
    if (!file) throw new AppError('invalid', { fields: { thumb: 'required' } })
    await base.get(context, { ...input, params: { id }, query: undefined, body: undefined })
    const picture = await storeUpload(context, contract.thumb.upload, file)
    await context.transaction(async (within) => {
      const row = await lockRow(within, id)
      await setThumbs(within, row, [...row.thumbs.slice(0, index), picture.id, ...row.thumbs.slice(index + 1)])
    })
    return base.get(context, { ...input, params: { id }, query: undefined, body: undefined })
  },

  async removeThumb(context, input) {
    const { id, index } = input.params
    await context.transaction(async (within) => {
      const row = await lockRow(within, id)
      await setThumbs(within, row, row.thumbs.toSpliced(index, 1))
    })
    return base.get(context, { ...input, params: { id } })
  },

  async published(context, { query }) {
    context.tag('fairs', 'match')
    const { page, limit } = query
    const where = and(
      isPublicFair,
      query.phase ? eq(fairs.phase, query.phase) : undefined,
      query.q ? containsWords(searchExpressions, query.q) : undefined,
    )
    const direction = query.sort === 'startsAt' ? asc : desc
    const [rows, total] = await selectPage(context, fairs, where, { page, limit }, [
      direction(fairs.startsAt),
      direction(fairs.id),
    ])
    return { fairs: await presentFairs(context, rows), total, page, limit }
  },

  async figures(context) {
    context.tag('fairs', 'match')
    return summarizeFairs(context)
  },

  async open(context, { params }) {
    context.tag('fairs', 'match')
    const row = await findPublicFair(context, params.id)
    const [line] = await presentFairs(context, [row])
    if (!line) throw new AppError('not_found')
    return {
      fair: {
        ...line,
        body: textIn(line.lang, row.body),
        sessions: row.sessions,
        breaks: row.breaks.map(({ startAt, endAt, title }) => ({ startAt, endAt, title: textIn(line.lang, title) })),
        slotMinutes: row.slotMinutes,
        tables: row.tables,
        rooms: row.rooms,
        holdHours: row.holdHours,
        requestLimit: row.requestLimit,
        changeHours: row.changeHours,
      },
    }
  },
}
