import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { RouteDeclaration } from '../../contract.ts'
import { AppError } from '../../errors.ts'
import { Context, type Scope } from '../context.ts'
import type { Kernel, RawInput } from '../kernel.ts'

/**
 * Ensures one effect and one answer per idempotency key and account (IETF httpapi idempotency-key). The claim, the
 * effect and the stored answer are one transaction; a second request with the key waits on the claim's unique row.
 * Throws `key_reused` if the key was used for a different request. A refused request leaves no claim.
 */
export const answerOncePerKey = (
  kernel: Kernel,
  route: RouteDeclaration,
  raw: RawInput,
  scope: Scope,
  key: string,
): Promise<{ status: number; answer: unknown }> => {
  const hash = createHash('sha256')
    .update(JSON.stringify([route.method, route.path, raw.params, raw.body]))
    .digest()
  return new Context(kernel.services, scope).transaction(async (context) => {
    const account = context.principal.userId
    const claim = await context.database.execute(
      sql`INSERT INTO idempotency (account, key, request_hash, created_at)
        VALUES (${account}, ${key}, ${hash}, ${context.now().toISOString()}::timestamptz) ON CONFLICT DO NOTHING`,
    )
    if (claim.rowCount === 0) {
      const stored = await context.database.execute<{ request_hash: Buffer; status: number; answer: unknown }>(
        sql`SELECT request_hash, status, answer FROM idempotency WHERE account = ${account} AND key = ${key}`,
      )
      const row = stored.rows[0]
      if (!row?.request_hash.equals(hash)) throw new AppError('key_reused')
      return { status: row.status, answer: row.answer }
    }
    const answer = await kernel.call(route, raw, scope, context)
    const status = route.status ?? 200
    await context.database.execute(
      sql`UPDATE idempotency SET status = ${status}, answer = ${JSON.stringify(answer ?? null)}::json WHERE account = ${account} AND key = ${key}`,
    )
    return { status, answer }
  })
}

/** Hours for which a repeated call gets the first answer. Limited, because answers contain personal data. */
const answerHours = 24

/** Removes expired answers. */
export const removeExpiredAnswers = async (context: Context): Promise<void> => {
  await context.database.execute(
    sql`DELETE FROM idempotency WHERE created_at < ${context.now().toISOString()}::timestamptz - make_interval(hours => ${answerHours})`,
  )
}

/** Removes answers that contain one of these record ids or contacts, when the records are removed. */
export const removeAnswersNaming = async (context: Context, ids: readonly string[]): Promise<void> => {
  await context.database.execute(sql`
    DELETE FROM idempotency WHERE EXISTS (
      SELECT FROM jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) AS id WHERE strpos(answer::text, id) > 0)`)
}

/** Removes the answers of a withdrawn account. */
export const removeAnswersOfAccount = async (context: Context, account: string): Promise<void> => {
  await context.database.execute(sql`DELETE FROM idempotency WHERE account = ${account}`)
}
