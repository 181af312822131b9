import type { Answer } from '#kit/contract.ts'
import { defineModule } from '#kit/module/module.ts'
import { startSpool } from '#kit/process/spool.ts'
import { Context, publicScope, type Services } from '#kit/server/context.ts'
import type { Kernel } from '#kit/server/kernel.ts'
import type { PageUploads } from '#kit/server/uploads/receive-form.ts'
import { forms } from './contract.ts'
import { requestHandling } from './contract-handling.ts'
import { formHandlers } from './inbox/server/handle-requests.ts'
import { deliverSpooled, storeUndeliverable } from './outage/server/spool-request.ts'
import { requestHandlingHandlers } from './replies/server/handle-replies.ts'
import { deleteExpiredRequests, findReferencedFiles } from './retention/server/delete-expired-requests.ts'
import { maxRequestFiles } from './rules.ts'
import { countRequests, listMemberRequests, listWaitingWork } from './server/present-requests.ts'
import { getSpoolDirectory } from './submission/server/accept-request.ts'

/** Uploads of the consultation form without script: each file goes through the API route. */
const consult = (kernel: Kernel): PageUploads => ({
  services: kernel.services,
  path: '/consult',
  upload: { ...forms.upload.upload, field: 'file', maxFiles: maxRequestFiles },
  async take(file, scope) {
    const answer = await kernel.call(forms.upload, { params: { kind: 'consult' }, files: [file] }, scope)
    return JSON.stringify((answer as Answer<typeof forms.upload>).file)
  },
})

/** Starts the delivery of requests spooled while the database was unavailable. */
const deliver = (services: Services) => {
  const context = () => new Context(services, publicScope('ko'))
  const outlet = {
    deliver: (entry: unknown) => deliverSpooled(context(), entry),
    refuse: (text: string, error: unknown) => storeUndeliverable(context(), text, error),
  }
  return startSpool(getSpoolDirectory(services.settings), outlet, services.log)
}

export const module = defineModule({
  name: 'forms',
  site: 'firm',
  contract: { ...forms, ...requestHandling },
  handlers: { ...formHandlers, ...requestHandlingHandlers },
  isPublic: true,
  memberParts: [{ key: 'forms', section: 'console:forms', read: listMemberRequests }],
  scopes: { 'console:forms': ['owner', 'manager', 'counsel'] },
  jobs: { forgetForms: async (context) => void (await deleteExpiredRequests(context)) },
  schedules: [{ cron: '7 * * * *', job: 'forgetForms' }],
  knownFiles: findReferencedFiles,
  desk: listWaitingWork,
  counts: countRequests,
  uploads: consult,
  start: deliver,
  fill: async (context, filling) => (await import('./factory.ts')).fill(context, filling),
})
