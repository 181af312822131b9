import { mountResumable } from '#kit/files/resumable/mount-resumable.ts'
import { defineModule } from '#kit/module/module.ts'
import { createAuthenticate } from '#people/auth/server/authenticate-session.ts'
import { companies } from './contract.ts'
import {
  introductionEndings,
  introductions,
  introductionUpload,
  introductionUploads,
} from './contract-introductions.ts'
import { admitUpload, personal } from './server/create-company.ts'
import { describeLook } from './server/describe-file-request.ts'
import { companyHandlers } from './server/handle-company.ts'
import { introductionHandlers, introductionPurpose } from './server/handle-introductions.ts'
import { readIntroduction, sweepUploads } from './server/scan-introduction.ts'
import { overview } from './server/summarize-company.ts'

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
