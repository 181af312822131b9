import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Routes below `/console`. */
export const consoleRoutes = [
  route('center/questions', 'console/list.tsx'),
  route('center/questions/:id', 'console/question.tsx', { id: 'questions/question' }),
  route('center/question-templates', 'console/template-list.tsx'),
  route('center/question-templates/create', 'console/template-form.tsx', { id: 'question-templates/create' }),
  route('center/question-templates/:id', 'console/template-form.tsx', { id: 'question-templates/form' }),
]
