import { FormScreen } from '#console/kit/form/form-screen.tsx'
import { TimedStateMark } from '#console/kit/parts/time/publication-period.tsx'
import { m } from '#messages/messages.js'
import { NotificationInput, notificationCategories } from '../contract.ts'
import { categoryLabels } from '../public/category-labels.ts'
import { blank, resource, toInput } from './resource.tsx'

export default function NotificationForm() {
  return (
    <FormScreen
      resource={resource}
      schema={NotificationInput}
      blank={blank}
      toInput={toInput}
      name={({ title }) => title.ko}
      newTitle={m.notifications_create()}
      back={{ to: '/console/center/notifications', label: m.notifications_title() }}
      state={(notification) => <TimedStateMark of={notification} />}
      fork={(values) => ({ ...values, visible: false })}
      groups={[
        {
          title: m.notifications_group_text(),
          fields: [
            {
              kind: 'choice',
              name: 'category',
              label: m.notifications_category(),
              options: notificationCategories.map((value) => ({ value, label: categoryLabels[value]() })),
            },
            { kind: 'localized', name: 'title', label: m.notifications_name(), max: 200 },
            { kind: 'article', name: 'body', label: m.notifications_body(), max: 100_000 },
          ],
        },
        {
          title: m.notifications_group_shown(),
          fields: [
            {
              kind: 'switch',
              name: 'visible',
              label: m.list_column_visible(),
              switchLabel: m.notifications_visible_words(),
            },
            {
              kind: 'switch',
              name: 'pinned',
              label: m.notifications_pinned(),
              switchLabel: m.notifications_pinned_words(),
            },
            {
              kind: 'period',
              name: 'startAt',
              to: 'endAt',
              label: m.list_column_period(),
              help: m.notifications_period_help(),
            },
          ],
        },
      ]}
    />
  )
}
