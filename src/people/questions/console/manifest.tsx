import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'
import { stateLabels } from '../public/state-labels.ts'
import { ArrivalsWatch, arrivalsCountKey } from './arrivals-watch.tsx'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'requests',
      position: 40,
      to: '/console/center/questions',
      label: m.questions_title,
      scope: 'console:questions',
      count: arrivalsCountKey,
      keywords: 'questions inquiries center 1:1 고객센터 문의 一对一咨询',
    },
    {
      section: 'requests',
      position: 50,
      to: '/console/center/question-templates',
      label: m.questions_templates,
      scope: 'console:questions',
      keywords: 'templates answers 답변 양식 回复模板',
    },
  ],
  scopes: { 'console:questions': m.questions_scope },
  entities: { questions: m.questions_title, 'question-templates': m.questions_templates },
  pendingWork: [
    {
      key: 'questions.open',
      position: 30,
      title: m.questions_work,
      note: m.questions_work_note,
      all: '/console/center/questions?state=open',
      scope: 'console:questions',
      mark: 'new',
    },
  ],
  waiting: { requests: [arrivalsCountKey] },
  memberParts: { questions: { position: 10, title: m.questions_title, states: stateLabels } },
  watch: ArrivalsWatch,
}
