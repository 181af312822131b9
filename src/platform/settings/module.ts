import { defineModule } from '#kit/module/module.ts'
import { settings } from './contract.ts'
import { settingHandlers } from './server.ts'

/** What the rest of the product needs of settings. */
export const module = defineModule({
  name: 'settings',
  contract: settings,
  handlers: settingHandlers,
  isPublic: true,
  scopes: { 'console:setting': ['owner', 'manager'] },
  fill: async (context, filling) => (await import('./demo.ts')).fill(context, filling),
})
