import { desc, eq } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import { passkeys } from '../table.ts'

export const listPasskeys = (context: Context) =>
  context.database
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, context.principal.userId))
    .orderBy(desc(passkeys.createdAt))
