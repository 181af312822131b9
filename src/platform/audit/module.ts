import { audit } from '#kit/audit/contract.ts'
import { defineModule } from '#kit/module/module.ts'
import { auditHandlers } from './server/handle-audit.ts'

export const module = defineModule({
  name: 'audit',
  contract: audit,
  handlers: auditHandlers,
  scopes: { 'console:audit': ['owner', 'manager'] },
})
