import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { deleteAction } from '#console/kit/list/actions/common-actions.ts'
import { nameColumn, updatedColumn } from '#console/kit/list/columns/common-columns.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { m } from '#messages/messages.js'
import type { ProgrammeEntry } from '../contract.ts'
import { programmes } from '../rules.ts'
import { programmeLabels, resource } from './programme-resource.tsx'

const nameOf = ({ company }: ProgrammeEntry) => company

export default function ProgrammeList() {
  return (
    <ListScreen
      resource={resource}
      title={m.programmes_title()}
      name={nameOf}
      to={({ _id }) => `/console/programmes/${_id}`}
      columns={[
        {
          key: 'programme',
          title: m.programmes_programme(),
          width: 88,
          value: ({ programme }) => programmeLabels[programme](),
        },
        { key: 'year', title: m.programmes_year(), width: 72, sort: 'year', value: ({ year }) => String(year) },
        { ...nameColumn(nameOf, m.programmes_company()), sort: 'company' },
        {
          key: 'businessNumber',
          title: m.programmes_number(),
          width: 120,
          value: ({ businessNumber }) => businessNumber,
        },
        { key: 'product', title: m.programmes_product(), width: 160, drop: 1, value: ({ product }) => product },
        updatedColumn(),
      ]}
      filters={[
        {
          name: 'programme',
          title: m.programmes_programme(),
          options: programmes.map((value) => ({ value, label: programmeLabels[value]() })),
        },
      ]}
      head={
        <Button component={Link} to="/console/programmes/import">
          {m.programmes_import()}
        </Button>
      }
      actions={[...deleteAction(resource, nameOf)]}
      search={m.programmes_search()}
      create={{ label: m.programmes_create(), to: '/console/programmes/create' }}
      empty={{ title: m.programmes_empty_title(), text: m.programmes_empty_text() }}
    />
  )
}
