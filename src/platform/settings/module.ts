import { defineModule } from '#kit/module/module.ts'
import { settings } from './contract.ts'
import { settingHandlers } from './server.ts'
import { admitToConsole, guardConsolePages } from './service-networks.ts'
import { siteAddresses, siteSwitches } from './service-sites.ts'

/** What the rest of the product needs of settings. */
export const module = defineModule({
  name: 'settings',
  contract: settings,
  handlers: settingHandlers,
  isPublic: true,
  siteSwitches,
  addresses: siteAddresses,
  admitToConsole,
  mount: guardConsolePages,
  scopes: { 'console:setting': ['owner', 'manager'] },
  fill: async (context, filling) => (await import('./demo.ts')).fill(context, filling),
})
