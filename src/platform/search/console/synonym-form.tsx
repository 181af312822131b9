import type { FieldGroup } from '#console/kit/form/form-declaration.ts'
import { FormScreen } from '#console/kit/form/form-screen.tsx'
import { languageName } from '#console/kit/parts/language-marks.tsx'
import { locales } from '#kit/contract.ts'
import { m } from '#messages/messages.js'
import { SynonymInput } from '../contract.ts'
import { blank, getSynonymName, resource, toInput } from './resource.tsx'

const listFieldGroups = (): readonly FieldGroup<SynonymInput>[] => [
  {
    title: m.synonyms_group(),
    fields: locales.map((locale) => ({
      kind: 'tags' as const,
      name: locale,
      label: languageName[locale],
      help: locale === 'ko' ? m.synonyms_words_help() : undefined,
      placeholder: m.synonyms_words_hint(),
    })),
  },
]

export default function SynonymForm() {
  return (
    <FormScreen
      resource={resource}
      schema={SynonymInput}
      blank={blank}
      toInput={toInput}
      name={getSynonymName}
      newTitle={m.synonyms_create()}
      back={{ to: '/console/synonyms', label: m.synonyms_title() }}
      groups={listFieldGroups}
    />
  )
}
