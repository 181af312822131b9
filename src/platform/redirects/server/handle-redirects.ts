import { and, eq, ne, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { toRecord } from '#kit/server/records/records.ts'
import { tableHandlers } from '#kit/server/records/table-handlers.ts'
import { redirects as contract } from '../contract.ts'
import { findRedirectErrors, normalizeTarget, parseSourcePath } from '../rules.ts'
import { redirects } from '../table.ts'

/** Refuses a redirect that would form a loop. Holds the lock of all redirect writers until the commit. */
const refuseLoop = async (context: Context, from: string, to: string, id: string | undefined): Promise<void> => {
  await context.database.execute(sql`SELECT lock_redirects()`)
  const [back] = await context.database
    .select({ id: redirects.id })
    .from(redirects)
    .where(and(eq(redirects.fromPath, to), eq(redirects.toPath, from), id ? ne(redirects.id, id) : undefined))
  if (back) throw new AppError('invalid', { fields: { toPath: 'address_loop' } })
}

export const redirectHandlers: Handlers<typeof contract> = tableHandlers(contract, redirects, {
  words: [redirects.fromPath, redirects.toPath],
  filters: { status: (status) => eq(redirects.status, Number(status)) },
  title: (row) => row.fromPath,
  present: (rows) => rows.map((row) => ({ ...toRecord(row), status: String(row.status) })),
  async accept(body, context, current) {
    const redirect = {
      fromPath: body.fromPath ?? current?.fromPath ?? '',
      toPath: body.toPath === undefined ? (current?.toPath ?? null) : body.toPath,
      status: body.status ?? String(current?.status ?? 301),
    }
    const errors = findRedirectErrors(redirect)
    if (Object.keys(errors).length > 0) throw new AppError('invalid', { fields: errors })
    const fromPath = parseSourcePath(redirect.fromPath)
    const toPath = redirect.status === '410' || redirect.toPath === null ? null : normalizeTarget(redirect.toPath)
    if (toPath !== null) await refuseLoop(context, fromPath, toPath, current?.id)
    return { ...body, fromPath, toPath }
  },
})
