import type { Answer } from '#kit/contract.ts'
import { defineModule } from '#kit/module/module.ts'
import { startSpool } from '#kit/process/spool.ts'
import { Context, publicScope, type Services } from '#kit/server/context.ts'
import type { Kernel } from '#kit/server/kernel.ts'
import type { PageUploads } from '#kit/server/uploads/receive-form.ts'
import { forms } from './contract.ts'
import { duplicates } from './duplicates/contract.ts'
import { duplicateHandlers } from './duplicates/server/merge-requests.ts'
import { requestExport } from './export/contract.ts'
import { exportRequests } from './export/server/export-requests.ts'
import { countRequests } from './inbox/server/count-requests.ts'
import { requestHandlers } from './inbox/server/handle-requests.ts'
import { listMemberRequests } from './inbox/server/list-member-requests.ts'
import { listWaitingWork } from './inbox/server/list-waiting-work.ts'
import { undeliverable } from './outage/contract.ts'
import { getSpoolDirectory } from './outage/server/get-spool-directory.ts'
import { undeliverableHandlers } from './outage/server/handle-undeliverable.ts'
import { deliverSpooled, storeUndeliverable } from './outage/server/spool-request.ts'
import { replies } from './replies/contract.ts'
import { replyHandlers } from './replies/server/handle-replies.ts'
import { retention } from './retention/contract.ts'
import { deleteExpiredRequests, findReferencedFiles } from './retention/server/delete-expired-requests.ts'
import { deleteRequest } from './retention/server/delete-request.ts'
import { maxRequestFiles } from './rules.ts'
import { staffEntry } from './staff-entry/contract.ts'
import { enterRequest } from './staff-entry/server/enter-request.ts'
import { submission } from './submission/contract.ts'
import { submissionHandlers } from './submission/server/handle-submissions.ts'

/** Uploads of the consultation form without script: each file goes through the API route. */
const createPageUploads = (kernel: Kernel): PageUploads => ({
  services: kernel.services,
  path: '/consult',
  upload: { ...submission.upload.upload, field: 'file', maxFiles: maxRequestFiles },
  async take(file, scope) {
    const answer = await kernel.call(submission.upload, { params: { kind: 'consult' }, files: [file] }, scope)
    return JSON.stringify((answer as Answer<typeof submission.upload>).file)
  },
})

/** Starts the delivery of requests spooled while the database was unavailable. */
const createDeliveryJob = (services: Services) => {
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
  contract: {
    ...forms,
    ...submission,
    ...undeliverable,
    ...replies,
    ...duplicates,
    ...requestExport,
    ...retention,
    ...staffEntry,
  },
  handlers: {
    ...requestHandlers,
    ...submissionHandlers,
    ...undeliverableHandlers,
    ...replyHandlers,
    ...duplicateHandlers,
    export: exportRequests,
    remove: deleteRequest,
    enter: enterRequest,
  },
  isPublic: true,
  memberParts: [{ key: 'forms', section: 'console:forms', read: listMemberRequests }],
  scopes: { 'console:forms': ['owner', 'manager', 'counsel'] },
  jobs: { forgetForms: async (context) => void (await deleteExpiredRequests(context)) },
  schedules: [{ cron: '7 * * * *', job: 'forgetForms' }],
  knownFiles: findReferencedFiles,
  desk: listWaitingWork,
  counts: countRequests,
  uploads: createPageUploads,
  start: createDeliveryJob,
  seed: async (context, seeding) => (await import('./factory.ts')).fill(context, seeding),
})
