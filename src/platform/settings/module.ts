import { defineModule } from '#kit/module/module.ts'
import { settings } from './contract.ts'
import { admitToConsole, guardConsolePages } from './server/check-networks.ts'
import { settingHandlers } from './server/handle-settings.ts'
import { siteAddresses, siteSwitches } from './server/read-sites.ts'

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
