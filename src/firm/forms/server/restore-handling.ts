import type { FormRequestRow, Handling } from '../table.ts'

/** Returns the handling of a request, to be restored when a reply or merge is undone. */
export const captureHandling = ({ state, assigneeId, answeredAt, closedAt }: FormRequestRow): Handling => ({
  state,
  assigneeId,
  answeredAt: answeredAt?.toISOString() ?? null,
  closedAt: closedAt?.toISOString() ?? null,
})

/** Returns the columns that restore a handling. */
export const toHandlingColumns = ({ state, assigneeId, answeredAt, closedAt }: Handling) => ({
  state,
  assigneeId,
  answeredAt: answeredAt === null ? null : new Date(answeredAt),
  closedAt: closedAt === null ? null : new Date(closedAt),
})
