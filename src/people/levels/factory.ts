import { randomUUID } from 'node:crypto'
import { expandScopes } from '#kit/scopes.ts'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import type { levels as contract, LevelInput } from './contract.ts'
import { levels } from './table.ts'

type Level = typeof levels.$inferSelect

/** Creates a level with a unique key and no scopes. A section name without an action grants read and write. */
export const buildLevel = async (
  context: Context,
  { scopes = [], ...overrides }: Partial<Omit<Level, 'scopes'>> & { scopes?: readonly string[] } = {},
): Promise<Level> => {
  const id = context.newId()
  const level: Level = {
    id,
    key: `level-${id.replaceAll('-', '')}`,
    title: { ko: '시험 등급' },
    rank: 50,
    scopes: expandScopes(scopes),
    forPersons: false,
    forCompanies: false,
    createdAt: context.now(),
    updatedAt: context.now(),
    ...overrides,
  }
  await context.database.insert(levels).values(level)
  return level
}

let keys = 0

/** Returns valid API input for a level without permissions that is no default. */
export const levelInput = (overrides: Partial<LevelInput> = {}): LevelInput => {
  keys += 1
  return {
    key: `made-${keys}`,
    title: { ko: '새 등급', en: 'New level', cn: '新等级' },
    rank: 10,
    scopes: [],
    forPersons: false,
    forCompanies: false,
    ...overrides,
  }
}

export const samples: Samples<typeof contract> = {
  create: () => ({ body: levelInput({ key: `made-${randomUUID().slice(0, 8)}` }) }),
}
