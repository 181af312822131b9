import { mountResumable } from '#kit/files/resumable/mount-resumable.ts'
import { defineModule } from '#kit/module/module.ts'
import { createAuthenticate } from '#people/auth/service.ts'
import { companies } from './contract.ts'
import {
  introductionEndings,
  introductions,
  introductionUpload,
  introductionUploads,
} from './contract-introductions.ts'
import { readIntroduction, sweepUploads } from './jobs.ts'
import { companyHandlers } from './server.ts'
import { introductionHandlers, introductionPurpose } from './server-introductions.ts'
import { admitUpload, personal } from './service.ts'
import { describeLook } from './service-asked.ts'
import { overview } from './service-overview.ts'

export const module = defineModule({
  name: 'companies',
  contract: { ...companies, ...introductions },
  handlers: { ...companyHandlers, ...introductionHandlers },
  scopes: { 'console:companies': ['owner', 'manager'] },
  asked: { lookAtFile: describeLook },
  jobs: { readIntroduction, sweepUploads },
  schedules: [{ cron: '43 * * * *', job: 'sweepUploads' }],
  mount: (server, { services }) =>
    mountResumable(server, services, {
      path: introductionUploads,
      purpose: introductionPurpose,
      access: 'member',
      upload: introductionUpload,
      endings: introductionEndings,
      authenticate: createAuthenticate(services),
      admit: admitUpload,
    }),
  overview,
  personal,
  fill: async (context, filling) => (await import('./demo.ts')).fill(context, filling),
})
