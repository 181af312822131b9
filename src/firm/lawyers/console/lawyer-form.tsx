import { FormScreen } from '#console/kit/form/form-screen.tsx'
import { m } from '#messages/messages.js'
import { LawyerInput } from '../contract.ts'
import { blank, resource, toInput, usePracticesAndOffices, useStories } from './lawyer-resource.tsx'
import { ProfileField } from './profile-field.tsx'

export default function LawyerForm() {
  const { practices, offices } = usePracticesAndOffices()
  const stories = useStories()
  return (
    <FormScreen
      resource={resource}
      schema={LawyerInput}
      blank={blank}
      toInput={toInput}
      name={({ title }) => title.ko}
      newTitle={m.lawyers_create()}
      back={{ to: '/console/lawyers', label: m.lawyers_title() }}
      groups={[
        {
          title: m.lawyers_group_person(),
          fields: [
            { kind: 'localized', name: 'title', label: m.lawyers_name(), max: 60 },
            {
              kind: 'text',
              name: 'titleEn',
              label: m.lawyers_name_latin(),
              help: m.lawyers_name_latin_help(),
              room: 'half',
            },
            {
              kind: 'picture',
              name: 'picture',
              label: m.lawyers_portrait(),
              help: m.lawyers_portrait_help(),
              shape: '4 / 5',
            },
            { kind: 'rich', name: 'comment', label: m.lawyers_comment(), help: m.lawyers_comment_help(), max: 4000 },
          ],
        },
        {
          title: m.lawyers_group_work(),
          fields: [
            {
              kind: 'switch',
              name: 'representative',
              label: m.lawyers_representative(),
              help: m.lawyers_representative_help(),
            },
            { kind: 'switch', name: 'ceo', label: m.lawyers_ceo(), help: m.lawyers_ceo_help() },
            { kind: 'choices', name: 'practices', label: m.lawyers_practices(), options: practices },
            {
              kind: 'choice',
              name: 'office',
              label: m.lawyers_office(),
              options: offices,
              none: m.lawyers_office_none(),
            },
            {
              kind: 'tags',
              name: 'stories',
              label: m.people_stories(),
              help: m.people_stories_help(),
              suggestions: stories,
            },
            {
              kind: 'rich',
              name: 'greeting',
              label: m.people_greeting(),
              help: m.people_greeting_help(),
              max: 8000,
            },
          ],
        },
        {
          title: m.lawyers_group_info(),
          fields: [
            {
              kind: 'custom',
              name: 'info',
              label: m.lawyers_info(),
              help: m.lawyers_info_help(),
              wide: true,
              render: () => <ProfileField />,
            },
          ],
        },
        {
          title: m.common_group_place(),
          fields: [
            { kind: 'text', name: 'key', label: m.form_key(), before: '/introduction/lawyer/', room: 'half' },
            {
              kind: 'number',
              name: 'position',
              label: m.list_column_position(),
              help: m.common_position_help(),
              min: 0,
              max: 10_000,
            },
            { kind: 'switch', name: 'visible', label: m.list_column_visible(), switchLabel: m.common_visible_words() },
          ],
        },
      ]}
    />
  )
}
