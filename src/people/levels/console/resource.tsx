import { z } from 'zod'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import { type Level, type LevelInput, levels } from '../contract.ts'

export const client = clientOf(levels)
export const path = levels.list.path

export const actLabels = { read: m.levels_act_read, write: m.levels_act_write } as const

/** Unsaved changes of a level, stored in the browser with the version they are based on. */
export const Edit = z.object({
  updatedAt: z.string(),
  title: z.object({ ko: z.string(), en: z.string().optional(), cn: z.string().optional() }).optional(),
  rank: z.number().optional(),
  scopes: z.array(z.string()).optional(),
  forPersons: z.boolean().optional(),
  forCompanies: z.boolean().optional(),
})
export type Edit = z.infer<typeof Edit>
export const Edits = z.record(z.string(), Edit)
export type Edits = z.infer<typeof Edits>

/** Returns the level with the unsaved changes. */
export const applyEdit = (level: Level, edit: Edit | undefined): Level => {
  if (!edit) return level
  const { updatedAt: _, ...changes } = edit
  return {
    ...level,
    ...(Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<LevelInput>),
  }
}

/** Permission for an action that can require a second person: none, alone, or together with another. */
export type Grant = 'none' | 'alone' | 'together'

export const readGrant = (scopes: readonly string[], section: string): Grant => {
  if (scopes.includes(`${section}:write`)) return 'alone'
  return scopes.includes(`${section}:together`) ? 'together' : 'none'
}

const nextGrant: Record<Grant, Grant> = { none: 'alone', alone: 'together', together: 'none' }

/** Returns the scopes after a click, which cycles through the three states. */
export const cycleGrant = (scopes: readonly string[], section: string): string[] => {
  const others = scopes.filter((scope) => scope !== `${section}:write` && scope !== `${section}:together`)
  const next = nextGrant[readGrant(scopes, section)]
  return next === 'none' ? others : [...others, `${section}:${next === 'alone' ? 'write' : 'together'}`]
}

/** Toggles a permission: granting write grants read, removing read removes write. */
export const toggleScope = (
  scopes: readonly string[],
  section: string,
  act: 'read' | 'write',
  isGranted: boolean,
): string[] => {
  const buildScope = (act: string) => `${section}:${act}`
  const others = scopes.filter((scope) => scope !== buildScope('read') && scope !== buildScope('write'))
  const keepsRead = act === 'write' ? isGranted || scopes.includes(buildScope('read')) : isGranted
  const keepsWrite = act === 'write' ? isGranted : isGranted && scopes.includes(buildScope('write'))
  return [...others, ...(keepsRead ? [buildScope('read')] : []), ...(keepsWrite ? [buildScope('write')] : [])]
}

export const areScopesEqual = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((scope) => b.includes(scope))
