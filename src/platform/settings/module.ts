import { defineModule } from '#kit/module/module.ts'
import { settings } from './contract.ts'
import { assertConsoleNetwork, guardConsolePages } from './server/check-networks.ts'
import { settingHandlers } from './server/handle-settings.ts'
import { loadSiteSwitches, readSiteAddresses } from './server/read-sites.ts'

export const module = defineModule({
  name: 'settings',
  contract: settings,
  handlers: settingHandlers,
  isPublic: true,
  siteSwitches: loadSiteSwitches,
  addresses: readSiteAddresses,
  admitToConsole: assertConsoleNetwork,
  mount: guardConsolePages,
  scopes: { 'console:setting': ['owner', 'manager'] },
  seed: async (context, seeding) => (await import('./demo.ts')).seed(context, seeding),
})
