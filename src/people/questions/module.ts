import { defineModule } from '#kit/module/module.ts'
import { questions } from './contract.ts'
import { closeOldQuestions, filterKnownFiles } from './server/close-old-questions.ts'
import { personal } from './server/export-personal-data.ts'
import { questionHandlers } from './server/handle-questions.ts'
import { listMemberQuestions } from './server/list-member-questions.ts'
import { listWaitingWork } from './server/list-waiting-work.ts'
import { overview } from './server/summarize-questions.ts'

export const module = defineModule({
  name: 'questions',
  contract: questions,
  handlers: questionHandlers,
  scopes: { 'console:questions': ['owner', 'manager', 'counsel'] },
  desk: listWaitingWork,
  knownFiles: filterKnownFiles,
  overview,
  personal,
  memberParts: [{ key: 'questions', section: 'console:questions', read: listMemberQuestions }],
  jobs: { tidyQuestions: closeOldQuestions },
  schedules: [{ cron: '37 * * * *', job: 'tidyQuestions' }],
  seed: async (context, seeding) => (await import('./demo.ts')).seed(context, seeding),
})
