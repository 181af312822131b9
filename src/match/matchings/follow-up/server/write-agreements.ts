import { asc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { AppError } from '#kit/errors.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import type { Context } from '#kit/server/context.ts'
import { maxAgreements, type Side } from '../../rules.ts'
import { type FoundMatching, sideOf } from '../../server/find-matchings.ts'
import { recordChange } from '../../server/record-change.ts'
import { matchingAgreements } from '../../table.ts'
import type { Agreement } from '../contract-agreements.ts'

/** Returns the agreement lines of a matching in the order they were written. */
export const agreementsOf = async (context: Context, id: string): Promise<z.input<typeof Agreement>[]> => {
  const rows = await context.database
    .select()
    .from(matchingAgreements)
    .where(eq(matchingAgreements.matchingId, id))
    .orderBy(asc(matchingAgreements.createdAt), asc(matchingAgreements.id))
  return rows.map(({ id: _id, createdAt, updatedAt, text, before, version, writtenBy, sellerAt, buyerAt }) => ({
    _id,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    text,
    before,
    version,
    writtenBy,
    checked: { seller: sellerAt !== null, buyer: buyerAt !== null },
  }))
}

const columns = { seller: sql`seller_at`, buyer: sql`buyer_at` } as const
const otherOf = (side: Side): Side => (side === 'seller' ? 'buyer' : 'seller')

/** SQL condition: the meeting is confirmed or held, and its room has opened (ten minutes before the start). */
export const hasRoomOpened = (id: string, now: string) => sql`EXISTS (SELECT FROM matchings WHERE matchings.id = ${id}
  AND matchings.state IN ('confirmed', 'held') AND matchings.starts_at - interval '10 minutes' <= ${now}::timestamptz)`

/** Updates open screens of both companies and of staff. */
export const publishMatching = (within: Context, { matching, seller, buyer }: FoundMatching) =>
  publishEvent(
    within,
    { users: [seller.userId, buyer.userId], scope: 'console:fairs' },
    { topic: 'matchings', id: matching.id },
  )

/** Adds a line; its writer counts as having checked it. */
export const writeAgreement = async (within: Context, found: FoundMatching, text: string): Promise<void> => {
  const [now, side, { id }] = [within.now().toISOString(), sideOf(within, found), found.matching]
  const { rows } = await within.database.execute(sql`
    INSERT INTO matching_agreements (id, matching_id, text, written_by, ${columns[side]}, created_at, updated_at)
    SELECT ${within.newId()}::uuid, ${id}::uuid, ${text}, ${side}, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
    WHERE ${hasRoomOpened(id, now)} AND (SELECT count(*) FROM matching_agreements WHERE matching_id = ${id}) < ${maxAgreements}
    RETURNING id`)
  if (rows.length === 0) {
    const isFull =
      (await within.database.$count(matchingAgreements, eq(matchingAgreements.matchingId, id))) >= maxAgreements
    throw new AppError(
      'conflict',
      isFull ? { fields: { text: 'agreement_many' } } : { fields: { state: 'matching_early' } },
    )
  }
  await publishMatching(within, found)
}

/** Returns why a line was not changed: it does not exist, both sides have checked it, or its text has changed. */
const determineAgreementError = async (within: Context, matchingId: string, agreement: string): Promise<AppError> => {
  const current = (await agreementsOf(within, matchingId)).find(({ _id }) => _id === agreement)
  if (!current) return new AppError('not_found')
  const isBoth = current.checked.seller && current.checked.buyer
  return new AppError('conflict', { fields: { version: isBoth ? 'agreement_both' : 'agreement_revised' } })
}

interface StoredVersion {
  agreement: string
  version: number
}

/**
 * Revises a line if it still has the version that was read and not both sides have checked it. Removes the other side's
 * check.
 */
export const reviseAgreement = async (
  within: Context,
  found: FoundMatching,
  { agreement, version, text }: StoredVersion & { text: string },
): Promise<void> => {
  const [now, side, { id }] = [within.now().toISOString(), sideOf(within, found), found.matching]
  const { rows } = await within.database.execute(sql`
    UPDATE matching_agreements SET text = ${text}, before = text, version = version + 1, written_by = ${side},
      ${columns[side]} = ${now}::timestamptz, ${columns[otherOf(side)]} = NULL, updated_at = ${now}::timestamptz
    WHERE id = ${agreement} AND matching_id = ${id} AND version = ${version} AND text <> ${text}
      AND num_nulls(seller_at, buyer_at) > 0 AND ${hasRoomOpened(id, now)}
    RETURNING id`)
  if (rows.length === 0) throw await determineAgreementError(within, id, agreement)
  await publishMatching(within, found)
}

/** Checks the version that was read. With both checks the line is the joint record. */
export const checkAgreement = async (
  within: Context,
  found: FoundMatching,
  { agreement, version }: StoredVersion,
): Promise<void> => {
  const [now, side, { id, state }] = [within.now().toISOString(), sideOf(within, found), found.matching]
  const { rows } = await within.database.execute<{ text: string }>(sql`
    UPDATE matching_agreements SET ${columns[side]} = ${now}::timestamptz, before = NULL, updated_at = ${now}::timestamptz
    WHERE id = ${agreement} AND matching_id = ${id} AND version = ${version} AND ${columns[side]} IS NULL
      AND ${hasRoomOpened(id, now)}
    RETURNING text`)
  const [row] = rows
  if (!row) throw await determineAgreementError(within, id, agreement)
  await recordChange(within, { before: found, action: 'agree', side, to: state, reason: row.text })
}

/** Deletes a line that the caller's side wrote and the other side has not checked. */
export const dropAgreement = async (within: Context, found: FoundMatching, agreement: string): Promise<void> => {
  const [side, { id }] = [sideOf(within, found), found.matching]
  const { rows } = await within.database.execute(sql`
    DELETE FROM matching_agreements WHERE id = ${agreement} AND matching_id = ${id}
      AND ${columns[otherOf(side)]} IS NULL AND written_by = ${side}
    RETURNING id`)
  if (rows.length === 0) throw await determineAgreementError(within, id, agreement)
  await publishMatching(within, found)
}
