import { mountResumable } from '#kit/files/resumable/mount-resumable.ts'
import { defineModule } from '#kit/module/module.ts'
import { createAuthenticate } from '#people/auth/server/authenticate-session.ts'
import { companies } from './contract.ts'
import { introductions, introductionUpload, introductionUploadPath } from './contract-introductions.ts'
import { assertCompanyUpload } from './server/claim-company-files.ts'
import { describeFileRequest } from './server/describe-file-request.ts'
import { personal } from './server/export-personal-data.ts'
import { companyHandlers } from './server/handle-company.ts'
import { introductionHandlers, introductionPurpose } from './server/handle-introductions.ts'
import { deleteAbandonedUploads, scanIntroduction } from './server/scan-introduction.ts'
import { overview } from './server/summarize-company.ts'

export const module = defineModule({
  name: 'companies',
  contract: { ...companies, ...introductions },
  handlers: { ...companyHandlers, ...introductionHandlers },
  scopes: { 'console:companies': ['owner', 'manager'] },
  asked: { lookAtFile: describeFileRequest },
  jobs: { readIntroduction: scanIntroduction, sweepUploads: deleteAbandonedUploads },
  schedules: [{ cron: '43 * * * *', job: 'sweepUploads' }],
  mount: (server, { services }) =>
    mountResumable(server, services, {
      path: introductionUploadPath,
      purpose: introductionPurpose,
      access: 'member',
      upload: introductionUpload,
      authenticate: createAuthenticate(services),
      admit: assertCompanyUpload,
    }),
  overview,
  personal,
  seed: async (context, seeding) => (await import('./demo.ts')).seed(context, seeding),
})
