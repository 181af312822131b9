import { sql } from 'drizzle-orm'
import { defineModule } from '#kit/module/module.ts'
import { search, synonyms } from './contract.ts'
import { searchHandlers } from './server/handle-search.ts'
import { synonymHandlers } from './server/handle-synonyms.ts'

export const module = defineModule({
  name: 'search',
  contract: { ...synonyms, ...search },
  handlers: { ...synonymHandlers, ...searchHandlers },
  isPublic: true,
  scopes: { 'console:synonyms': ['owner', 'manager', 'editor'] },
  seed: async (context, { isDemo }) => {
    if (isDemo) await context.database.execute(sql`SELECT add_first_synonyms()`)
  },
})
