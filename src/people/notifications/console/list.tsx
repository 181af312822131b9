import { deleteAction, visibilityActions } from '#console/kit/list/actions/common-actions.ts'
import {
  languagesColumn,
  nameColumn,
  periodColumn,
  timedStateColumn,
  updatedColumn,
} from '#console/kit/list/columns/common-columns.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { m } from '#messages/messages.js'
import { type NotificationLine, notificationCategories } from '../contract.ts'
import { categoryLabels } from '../public/category-labels.ts'
import { resource } from './resource.tsx'

const getName = ({ title }: NotificationLine) => title.ko

export default function NotificationList() {
  return (
    <ListScreen
      resource={resource}
      title={m.notifications_title()}
      name={getName}
      to={({ _id }) => `/console/center/notifications/${_id}`}
      columns={[
        timedStateColumn(),
        {
          key: 'category',
          title: m.notifications_category(),
          width: 84,
          value: ({ category }) => categoryLabels[category](),
        },
        nameColumn(getName),
        languagesColumn(({ title }: NotificationLine) => title),
        {
          key: 'pinned',
          title: m.notifications_pinned(),
          width: 72,
          drop: 1,
          value: ({ pinned }) => pinned,
          edit: {
            kind: 'switch',
            label: (record) => m.list_edit_in_place({ title: m.notifications_pinned(), name: getName(record) }),
            change: (pinned) => ({ pinned }),
          },
        },
        {
          key: 'views',
          title: m.list_views_count(),
          width: 72,
          align: 'right',
          drop: 2,
          entry: false,
          sort: 'views',
          firstDirection: 'descending',
          value: ({ views }) => views || null,
        },
        { ...periodColumn(), sort: 'startAt', firstDirection: 'descending' },
        updatedColumn(),
      ]}
      filters={[
        {
          name: 'category',
          title: m.notifications_category(),
          options: notificationCategories.map((value) => ({ value, label: categoryLabels[value]() })),
        },
      ]}
      actions={[...visibilityActions(resource, (visible) => ({ visible })), ...deleteAction(resource, getName)]}
      search={m.notifications_search()}
      create={{ label: m.notifications_create(), to: '/console/center/notifications/create' }}
      empty={{ title: m.notifications_empty_title(), text: m.notifications_empty_text() }}
    />
  )
}
