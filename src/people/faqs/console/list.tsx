import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { deleteAction, visibilityActions } from '#console/kit/list/actions/common-actions.ts'
import {
  languagesColumn,
  nameColumn,
  positionColumn,
  updatedColumn,
  visibleColumn,
} from '#console/kit/list/columns/common-columns.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { m } from '#messages/messages.js'
import { type Faq, questionTypes } from '../contract.ts'
import { questionTypeLabels } from '../public/type-labels.ts'
import { resource } from './resource.tsx'

const getName = ({ question }: Faq) => question.ko

export default function FaqList() {
  return (
    <ListScreen
      resource={resource}
      title={m.faqs_title()}
      name={getName}
      to={({ _id }) => `/console/center/faqs/${_id}`}
      columns={[
        { key: 'type', title: m.faqs_type(), width: 96, value: ({ type }) => questionTypeLabels[type]() },
        nameColumn(getName, m.faqs_question()),
        languagesColumn(({ question }: Faq) => question),
        positionColumn(getName, (position) => ({ position }), 10_000),
        visibleColumn(getName, (visible) => ({ visible })),
        updatedColumn(),
      ]}
      filters={[
        {
          name: 'type',
          title: m.faqs_type(),
          options: questionTypes.map((value) => ({ value, label: questionTypeLabels[value]() })),
        },
      ]}
      actions={[...visibilityActions(resource, (visible) => ({ visible })), ...deleteAction(resource, getName)]}
      search={m.faqs_search()}
      create={{ label: m.faqs_create(), to: '/console/center/faqs/create' }}
      head={
        <Button
          component={Link}
          to="/console/center/faqs/order"
          variant="subtle"
          leftSection={<Icon name="sortDown" size={14} />}
        >
          {m.faqs_order()}
        </Button>
      }
      empty={{ title: m.faqs_empty_title(), text: m.faqs_empty_text() }}
    />
  )
}
