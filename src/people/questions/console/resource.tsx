import type { z } from 'zod'
import type { ListResource } from '#console/kit/list/state/use-list.ts'
import type { Mark } from '#console/kit/parts/state-mark.tsx'
import { consoleResource } from '#console/kit/parts/values/console-resource.ts'
import { clientOf } from '#session/session.ts'
import { type QuestionLine, type QuestionTemplateInput, questions, questionTemplates } from '../contract.ts'
import type { QuestionState } from '../rules.ts'

export const client = clientOf(questions)

/** Members create questions, so the console only lists and answers them. */
export const resource: ListResource<QuestionLine, never, 'state' | 'type', 'createdAt' | 'updatedAt' | 'views'> = {
  path: questions.list.path,
  access: questions.list.access,
  async list(query, options) {
    const { questions: records, ...paging } = await client.list({ query }, options)
    return { ...paging, records }
  },
}

export const templates = consoleResource(questionTemplates)
export type TemplateShape = z.output<typeof QuestionTemplateInput>

export const stateMarks: Record<QuestionState, Mark> = { open: 'new', answered: 'answered', closed: 'closed' }
