import { lt } from 'drizzle-orm'
import { recordRemoval } from '../audit/note-removal.ts'
import type { Context } from '../server/context.ts'
import { drafts } from './table.ts'

/** Days after which an unchanged draft is removed: it contains the name of its last editor. */
const draftDays = 90

/** Removes expired drafts. Waits for a draft that is being saved concurrently, and keeps it. */
export const removeOldDrafts = (context: Context): Promise<void> =>
  context.transaction(async (transactionContext) => {
    const before = new Date(transactionContext.now().getTime() - draftDays * 24 * 3_600_000)
    const gone = await transactionContext.database
      .delete(drafts)
      .where(lt(drafts.updatedAt, before))
      .returning({ entity: drafts.entity })
    for (const [entity, { length }] of Map.groupBy(gone, (draft) => draft.entity))
      await recordRemoval(transactionContext, entity, { drafts: length })
  })
