import { eq } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import type { StoredRedirect } from '#kit/web/addresses/stored-redirects.ts'
import { normalizePath } from '../rules.ts'
import { redirects } from '../table.ts'

/** Redirect for a path without a page, decoded and without language; null if there is none. */
export const findRedirect = async (context: Context, path: string): Promise<StoredRedirect | null> => {
  context.tag('redirects')
  const [found] = await context.database
    .select({ to: redirects.toPath, status: redirects.status })
    .from(redirects)
    .where(eq(redirects.fromPath, normalizePath(path)))
  return found ? { to: found.to, status: found.status as StoredRedirect['status'] } : null
}
