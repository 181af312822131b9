import type { Context } from '#kit/server/context.ts'
import { levels } from './table.ts'

type Level = typeof levels.$inferSelect

/** A level with a key of its own and no scopes. */
export const buildLevel = async (context: Context, overrides: Partial<Level> = {}): Promise<Level> => {
  const id = context.newId()
  const level: Level = {
    id,
    key: `level-${id}`,
    title: { ko: '시험 등급' },
    rank: 50,
    scopes: [],
    onJoining: false,
    createdAt: context.now(),
    updatedAt: context.now(),
    ...overrides,
  }
  await context.database.insert(levels).values(level)
  return level
}
