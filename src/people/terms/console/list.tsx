import { deleteAction } from '#console/kit/list/actions/common-actions.ts'
import { languagesColumn, nameColumn, updatedColumn } from '#console/kit/list/columns/common-columns.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { formatSeoulDay } from '#kit/time/seoul-day.ts'
import { m } from '#messages/messages.js'
import type { TermsLine } from '../contract.ts'
import { getTermsName, hasBegun, resource, TermsState, useCodes } from './resource.tsx'

const getVersionName = (version: TermsLine): string => getTermsName(version)

export default function TermsList() {
  const codes = useCodes()
  return (
    <ListScreen
      resource={resource}
      title={m.terms_all_versions()}
      name={({ title }) => title.ko}
      to={({ _id }) => `/console/terms/${_id}`}
      columns={[
        {
          key: 'state',
          title: m.list_column_state(),
          width: 112,
          value: (version) => (hasBegun(version) ? m.terms_state_begun() : m.common_state_coming()),
          cell: (version) => <TermsState version={version} />,
        },
        nameColumn(({ title }: TermsLine) => title.ko, m.terms_name()),
        languagesColumn(({ title }: TermsLine) => title),
        { key: 'code', title: m.terms_code(), width: 120, value: ({ code }) => code },
        {
          key: 'effectiveAt',
          title: m.terms_effective(),
          width: 112,
          align: 'right',
          sort: 'effectiveAt',
          firstDirection: 'descending',
          value: ({ effectiveAt }) => formatSeoulDay(effectiveAt),
        },
        updatedColumn(),
      ]}
      filters={[{ name: 'code', title: m.terms_code(), options: codes.map((code) => ({ value: code, label: code })) }]}
      actions={deleteAction(resource, getVersionName)}
      search={m.terms_search()}
      create={{ label: m.terms_create(), to: '/console/terms/create' }}
      empty={{ title: m.terms_empty_title(), text: m.terms_empty_text() }}
    />
  )
}
