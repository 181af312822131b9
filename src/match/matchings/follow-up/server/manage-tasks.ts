import { asc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { maxAgreements, type Side } from '../../rules.ts'
import { type FoundMatching, sideOf } from '../../server/find-matchings.ts'
import { matchingTasks } from '../../table.ts'
import type { Task } from '../contract-tasks.ts'
import { hasRoomOpened, publishMatching } from './write-agreements.ts'

/** Returns the tasks of a matching, earliest due date first. */
export const tasksOf = async (context: Context, id: string): Promise<z.input<typeof Task>[]> => {
  const rows = await context.database
    .select()
    .from(matchingTasks)
    .where(eq(matchingTasks.matchingId, id))
    .orderBy(asc(matchingTasks.due), asc(matchingTasks.createdAt), asc(matchingTasks.id))
  return rows.map(({ id: _id, createdAt, updatedAt, text, owner, due, writtenBy, doneAt }) => ({
    _id,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    text,
    owner,
    due,
    writtenBy,
    done: doneAt !== null,
  }))
}

interface NewTask {
  text: string
  owner: Side
  due: string
}

/**
 * SQL condition: the due date is between the day before the meeting and two years after it. The day before counts,
 * because the local date may differ from Seoul's.
 */
const isNearDue = (id: string, due: string) => sql`EXISTS (SELECT FROM matchings WHERE matchings.id = ${id}
  AND ${due}::date BETWEEN (matchings.starts_at AT TIME ZONE 'Asia/Seoul' - interval '1 day')::date
    AND (matchings.starts_at AT TIME ZONE 'Asia/Seoul' + interval '2 years')::date)`

/** Adds a task for one of the two companies. */
export const addTask = async (within: Context, found: FoundMatching, { text, owner, due }: NewTask): Promise<void> => {
  const [now, side, { id }] = [within.now().toISOString(), sideOf(within, found), found.matching]
  const { rows } = await within.database.execute(sql`
    INSERT INTO matching_tasks (id, matching_id, text, owner, due, written_by, created_at, updated_at)
    SELECT ${within.newId()}::uuid, ${id}::uuid, ${text}, ${owner}, ${due}::date, ${side},
      ${now}::timestamptz, ${now}::timestamptz
    WHERE ${hasRoomOpened(id, now)} AND ${isNearDue(id, due)}
      AND (SELECT count(*) FROM matching_tasks WHERE matching_id = ${id}) < ${maxAgreements}
    RETURNING id`)
  if (rows.length === 0) throw await determineAddError(within, id, { now, due })
  await publishMatching(within, found)
}

const determineAddError = async (within: Context, id: string, { now, due }: { now: string; due: string }) => {
  const { rows } = await within.database.execute<{ met: boolean; near: boolean }>(
    sql`SELECT ${hasRoomOpened(id, now)} AS met, ${isNearDue(id, due)} AS near`,
  )
  if (!rows[0]?.met) return new AppError('conflict', { fields: { state: 'matching_early' } })
  return rows[0].near
    ? new AppError('conflict', { fields: { text: 'agreement_many' } })
    : new AppError('invalid', { fields: { due: 'task_due' } })
}

/** Marks a task as done or not done; only its owner may. Idempotent. */
export const setTaskDone = async (
  within: Context,
  found: FoundMatching,
  { task, done }: { task: string; done: boolean },
): Promise<void> => {
  const [now, side, { id }] = [within.now().toISOString(), sideOf(within, found), found.matching]
  const { rows } = await within.database.execute(sql`
    UPDATE matching_tasks SET done_at = CASE WHEN ${done} THEN coalesce(done_at, ${now}::timestamptz) END,
      updated_at = ${now}::timestamptz
    WHERE id = ${task} AND matching_id = ${id} AND owner = ${side} AND ${hasRoomOpened(id, now)}
    RETURNING id`)
  if (rows.length === 0) throw await refusalOf(within, id, { task, field: 'task_other' })
  await publishMatching(within, found)
}

/** Deletes a task that the caller's side wrote and that is not done. */
export const dropTask = async (within: Context, found: FoundMatching, task: string): Promise<void> => {
  const [side, { id }] = [sideOf(within, found), found.matching]
  const { rows } = await within.database.execute(sql`
    DELETE FROM matching_tasks WHERE id = ${task} AND matching_id = ${id} AND written_by = ${side} AND done_at IS NULL
    RETURNING id`)
  if (rows.length === 0) throw await refusalOf(within, id, { task, field: 'task_done' })
  await publishMatching(within, found)
}

const refusalOf = async (within: Context, id: string, { task, field }: { task: string; field: string }) => {
  const isKnown = (await tasksOf(within, id)).some(({ _id }) => _id === task)
  return isKnown ? new AppError('conflict', { fields: { task: field } }) : new AppError('not_found')
}
