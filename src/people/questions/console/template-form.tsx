import { FormScreen } from '#console/kit/form/form-screen.tsx'
import { m } from '#messages/messages.js'
import { type QuestionTemplate, QuestionTemplateInput } from '../contract.ts'
import { type TemplateShape, templates } from './resource.tsx'

const blank: TemplateShape = { title: '', text: '' }
const toInput = ({ title, text }: QuestionTemplate): TemplateShape => ({ title, text })

export default function TemplateForm() {
  return (
    <FormScreen
      resource={templates}
      schema={QuestionTemplateInput}
      blank={blank}
      toInput={toInput}
      name={({ title }) => title}
      newTitle={m.questions_template_create()}
      back={{ to: '/console/center/question-templates', label: m.questions_templates() }}
      groups={[
        {
          title: m.questions_template_group(),
          fields: [
            { kind: 'text', name: 'title', label: m.list_column_name() },
            { kind: 'text', name: 'text', label: m.questions_template_text(), lines: 12, room: 'full' },
          ],
        },
      ]}
    />
  )
}
