import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import type { settings as contract, Setting } from './contract.ts'
import { emptySetting, readSetting } from './server/read-settings.ts'
import { invalidateSiteSwitches } from './server/read-sites.ts'
import { settings } from './table.ts'

const allSites = { firm: true, match: true, auction: true, shop: true }

/** Settings of an empty installation with every site enabled, merged with the overrides. */
export const buildSetting = async (context: Context, overrides: Partial<Omit<Setting, 'updatedAt'>> = {}) => {
  const values = { value: { ...emptySetting, modules: allSites, ...overrides }, updatedAt: context.now() }
  await context.database.insert(settings).values(values).onConflictDoUpdate({ target: settings.id, set: values })
  invalidateSiteSwitches(context)
}

export const samples: Samples<typeof contract> = {
  update: async (context) => {
    await buildSetting(context)
    const { updatedAt, ...body } = await readSetting(context)
    return { body: { ...body, updatedAt } }
  },
}
