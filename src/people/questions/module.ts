import { defineModule } from '#kit/module/module.ts'
import { questions } from './contract.ts'
import { knownFiles, tidyQuestions } from './jobs.ts'
import { questionHandlers } from './server.ts'
import { deskOf } from './service.ts'
import { overview } from './service-overview.ts'
import { personal, questionsOfMember } from './service-personal.ts'

export const module = defineModule({
  name: 'questions',
  contract: questions,
  handlers: questionHandlers,
  scopes: { 'console:questions': ['owner', 'manager', 'counsel'] },
  desk: deskOf,
  knownFiles,
  overview,
  personal,
  memberParts: [{ key: 'questions', section: 'console:questions', read: questionsOfMember }],
  jobs: { tidyQuestions },
  schedules: [{ cron: '37 * * * *', job: 'tidyQuestions' }],
  fill: async (context, filling) => (await import('./demo.ts')).fill(context, filling),
})
