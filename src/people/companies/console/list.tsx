import { createdColumn, nameColumn } from '#console/kit/list/columns/common-columns.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { formatBusinessNumber } from '#kit/text/business-number.ts'
import { m } from '#messages/messages.js'
import type { CompanyLine } from '../contract-introductions.ts'
import { resource } from './resource.tsx'

const getName = ({ name }: CompanyLine) => name

export default function CompanyList() {
  const { entry: _entry, ...joined } = createdColumn<CompanyLine>()
  return (
    <ListScreen
      resource={resource}
      title={m.companies_title()}
      name={getName}
      to={({ _id }) => `/console/companies/${_id}`}
      columns={[
        nameColumn(getName, m.companies_name()),
        { key: 'ceo', title: m.companies_ceo(), width: 112, value: ({ ceo }) => ceo },
        {
          key: 'businessNumber',
          title: m.companies_number(),
          width: 136,
          drop: 1,
          value: ({ businessNumber }) => formatBusinessNumber(businessNumber),
        },
        { key: 'category', title: m.companies_category(), width: 120, drop: 2, value: ({ category }) => category },
        { ...joined, optional: false },
      ]}
      filters={[]}
      actions={[]}
      search={m.companies_search()}
      empty={{ title: m.companies_empty(), text: m.companies_empty_text() }}
    />
  )
}
