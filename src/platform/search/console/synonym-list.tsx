import { deleteAction } from '#console/kit/list/actions/common-actions.ts'
import { nameColumn, updatedColumn } from '#console/kit/list/columns/common-columns.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { languageName } from '#console/kit/parts/language-marks.tsx'
import { m } from '#messages/messages.js'
import type { Synonym } from '../contract.ts'
import { getSynonymName, resource } from './resource.tsx'

/** Prefers the Korean words. */
const getWordText = (synonym: Synonym): string => synonym.ko.join(', ') || getSynonymName(synonym)

export default function SynonymList() {
  return (
    <ListScreen
      resource={resource}
      title={m.synonyms_title()}
      name={getWordText}
      to={({ _id }) => `/console/synonyms/${_id}`}
      columns={[
        nameColumn(getWordText, m.synonyms_group()),
        { key: 'en', title: languageName.en, width: 200, drop: 1, value: ({ en }) => en.join(', ') },
        { key: 'cn', title: languageName.cn, width: 160, drop: 2, value: ({ cn }) => cn.join(', ') },
        updatedColumn(),
      ]}
      actions={deleteAction(resource, getWordText)}
      search={m.synonyms_search()}
      create={{ label: m.synonyms_create(), to: '/console/synonyms/create' }}
      empty={{ title: m.synonyms_empty_title(), text: m.synonyms_empty_text() }}
    />
  )
}
