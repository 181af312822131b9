import type { Context } from '#kit/server/context.ts'
import { formEntries, type HandlingChange } from '../table.ts'

interface NewEntry {
  kind: 'event' | 'note' | 'answer'
  what?: string
  subject?: string
  text?: string
  mailId?: string | null
  handling?: HandlingChange
}

/** Adds an entry to the thread of a request within the caller's transaction; returns its id. */
export const addThreadEntry = async (context: Context, requestId: string, entry: NewEntry): Promise<string> => {
  const { principal } = context.scope
  const now = context.now()
  const id = context.newId()
  await context.database.insert(formEntries).values({
    ...entry,
    id,
    requestId,
    actorId: principal?.userId ?? null,
    actor: principal?.name ?? null,
    createdAt: now,
    updatedAt: now,
  })
  return id
}
