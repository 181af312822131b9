import { defineModule } from '#kit/module/module.ts'
import { withdrawals } from './contract.ts'
import { withdrawn } from './contract-withdrawn.ts'
import { mountArchive } from './server/download-archive.ts'
import { withdrawalHandlers } from './server/handle-withdrawals.ts'
import { withdrawnHandlers } from './server/handle-withdrawn.ts'
import { deleteExpiredHolds } from './server/keep-legal-holds.ts'

export const module = defineModule({
  name: 'withdrawals',
  contract: { ...withdrawals, ...withdrawn },
  handlers: { ...withdrawalHandlers, ...withdrawnHandlers },
  scopes: { 'console:withdrawals': ['owner', 'manager'] },
  mount: mountArchive,
  jobs: { destroyLegalHolds: deleteExpiredHolds },
  schedules: [{ cron: '12 18 * * *', job: 'destroyLegalHolds' }],
  seed: async (context, seeding) => (await import('./demo.ts')).seed(context, seeding),
})
