import { defineModule } from '#kit/module/module.ts'
import { withdrawals } from './contract.ts'
import { withdrawn } from './contract-console.ts'
import { mountArchive, withdrawalHandlers } from './server.ts'
import { withdrawnHandlers } from './server-console.ts'
import { destroyHolds } from './service.ts'

export const module = defineModule({
  name: 'withdrawals',
  contract: { ...withdrawals, ...withdrawn },
  handlers: { ...withdrawalHandlers, ...withdrawnHandlers },
  scopes: { 'console:withdrawals': ['owner', 'manager'] },
  mount: mountArchive,
  jobs: { destroyLegalHolds: destroyHolds },
  schedules: [{ cron: '12 18 * * *', job: 'destroyLegalHolds' }],
  fill: async (context, filling) => (await import('./demo.ts')).fill(context, filling),
})
