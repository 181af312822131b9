import { z } from 'zod'
import { crud, localized, recordFields, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { isScope, type Scope, sectionActs } from '#kit/scopes.ts'
import { m } from '#messages/messages.js'

fieldMessages({
  rank_above: m.levels_field_rank,
  scope_above: m.levels_field_scope_above,
  scope_unknown: m.levels_field_scope_unknown,
  level_key: m.levels_field_key,
  staff_on_joining: m.levels_field_joining,
})

const access = 'console:levels'

const ScopeText = z
  .string()
  .max(60)
  .refine((text): text is Scope => isScope(text), { error: 'scope_unknown' })

export const LevelInput = z.strictObject({
  /** Name in scopes, files and seeds: lower-case letters, digits and hyphens. */
  key: z
    .string()
    .trim()
    .max(40)
    .regex(/^[a-z][a-z0-9-]*$/, { error: 'level_key' }),
  title: localized(40),
  /** A higher number is a higher rank. Staff cannot grant above their own. */
  rank: z.number().int().min(0).max(100),
  scopes: z.array(ScopeText).max(200),
  forPersons: z.boolean(),
  forCompanies: z.boolean(),
})
export type LevelInput = z.output<typeof LevelInput>

/** A level with its number of accounts, and whether the caller may change it. */
export const Level = z
  .object({
    ...recordFields,
    ...LevelInput.shape,
    key: z.string(),
    scopes: z.array(z.string()),
    members: z.number().int(),
    mayChange: z.boolean(),
  })
  .meta({ id: 'Level' })
export type Level = z.infer<typeof Level>

const crudRoutes = crud('/api/console/levels', { one: 'level', many: 'levels' }, Level, LevelInput, {
  access,
  sort: ['rank', 'createdAt'],
  filters: {},
})

export const levels = {
  ...crudRoutes,
  sections: route({
    method: 'GET',
    path: '/api/console/levels/sections',
    access,
    summary: 'Sections of the console with the actions in each, and which of them the caller may grant.',
    answer: z.object({
      sections: z.array(
        z.object({ section: z.string(), acts: z.array(z.enum(sectionActs)), mine: z.array(z.enum(sectionActs)) }),
      ),
    }),
  }),
}
