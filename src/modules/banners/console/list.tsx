import { removal, showAndHide } from '#console/list/common-acts.ts'
import {
  languagesColumn,
  nameColumn,
  periodColumn,
  positionColumn,
  timedStateColumn,
  updatedColumn,
} from '#console/list/common-columns.tsx'
import { ListScreen } from '#console/list/list-screen.tsx'
import { m } from '#messages/messages.js'
import type { Banner } from '../contract.ts'
import { bannerName, resource } from './resource.tsx'

export default function BannerList() {
  return (
    <ListScreen
      resource={resource}
      title={m.shell_place_banners()}
      name={bannerName}
      to={({ _id }) => `/console/banners/${_id}`}
      picture={({ pictures }) => pictures[0]?.picture ?? null}
      columns={[
        timedStateColumn(),
        nameColumn(bannerName),
        { key: 'code', title: m.banners_code(), width: 120, value: ({ code }) => code },
        languagesColumn(({ title }: Banner) => title),
        { ...periodColumn(), sort: 'startAt', first: 'descending' },
        positionColumn(bannerName, (position) => ({ position })),
        updatedColumn(),
      ]}
      acts={[...showAndHide(resource, (visible) => ({ visible })), ...removal(resource, bannerName)]}
      search={m.banners_search()}
      create={{ label: m.banners_create(), to: '/console/banners/create' }}
      empty={{ title: m.banners_empty_title(), text: m.banners_empty_text() }}
    />
  )
}
