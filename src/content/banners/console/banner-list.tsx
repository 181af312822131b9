import { deleteAction, visibilityActions } from '#console/kit/list/actions/common-actions.ts'
import {
  languagesColumn,
  nameColumn,
  periodColumn,
  positionColumn,
  timedStateColumn,
  updatedColumn,
} from '#console/kit/list/columns/common-columns.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { m } from '#messages/messages.js'
import type { Banner } from '../contract.ts'
import { getBannerName, resource, useBannerCodes } from './banner-resource.tsx'

export default function BannerList() {
  const codes = useBannerCodes()
  return (
    <ListScreen
      resource={resource}
      title={m.banners_title()}
      name={getBannerName}
      to={({ _id }) => `/console/banners/${_id}`}
      picture={({ pictures }) => pictures[0]?.picture ?? null}
      columns={[
        timedStateColumn(),
        nameColumn(getBannerName),
        languagesColumn(({ title }: Banner) => title),
        { key: 'code', title: m.banners_code(), width: 120, value: ({ code }) => code },
        { key: 'link', title: m.content_link(), width: 220, drop: 1, value: ({ link }) => link },
        { ...periodColumn(), sort: 'startAt', firstDirection: 'descending' },
        positionColumn(getBannerName, (position) => ({ position })),
        updatedColumn(),
      ]}
      filters={[
        { name: 'code', title: m.banners_code(), options: codes.map((code) => ({ value: code, label: code })) },
      ]}
      actions={[...visibilityActions(resource, (visible) => ({ visible })), ...deleteAction(resource, getBannerName)]}
      search={m.banners_search()}
      create={{ label: m.banners_create(), to: '/console/banners/create' }}
      empty={{ title: m.banners_empty_title(), text: m.banners_empty_text() }}
    />
  )
}
