import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { FormDeclaration } from '#console/kit/form/form-declaration.ts'
import { RecordForm } from '#console/kit/form/record-form.tsx'
import { RecordLoader } from '#console/kit/form/record-loader.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { m } from '#messages/messages.js'
import { type Terms, TermsInput } from '../contract.ts'
import { blank, getTermsName, hasBegun, resource, type TermsShape, TermsState, toInput } from './resource.tsx'
import { VersionReader } from './version-reader.tsx'

const getBackLink = () => ({ to: '/console/terms', label: m.terms_list() })

const createDeclaration = (): FormDeclaration<Terms, TermsShape> => ({
  resource,
  schema: TermsInput,
  blank,
  toInput,
  name: getTermsName,
  newTitle: m.terms_create(),
  back: getBackLink(),
  state: (version) => <TermsState version={version} />,
  actions: (_, version) =>
    version && (
      <Button component={Link} to={`/console/terms/create?from=${version._id}`} leftSection={<Icon name="copy" />}>
        {m.terms_create_next()}
      </Button>
    ),
  groups: [
    {
      title: m.terms_group_force(),
      fields: [
        {
          kind: 'instant',
          name: 'effectiveAt',
          label: m.terms_effective(),
          help: m.terms_effective_help(),
          none: m.terms_effective_none(),
        },
        {
          kind: 'text',
          name: 'code',
          label: m.terms_code(),
          help: m.terms_code_help(),
          room: 'short',
          before: '/terms/',
        },
      ],
    },
    {
      title: m.terms_group_text(),
      fields: [
        { kind: 'localized', name: 'title', label: m.terms_name(), max: 80 },
        { kind: 'article', name: 'body', label: m.terms_body(), max: 100_000 },
      ],
    },
  ],
})

/** Future versions are edited here; versions in force are read-only and can be followed by a new one. */
export default function TermsForm() {
  const form = createDeclaration()
  return (
    <RecordLoader resource={resource} title={form.newTitle} note={form.back.label}>
      {(version, copied) =>
        version && hasBegun(version) ? (
          <VersionReader version={version} />
        ) : (
          <RecordForm
            key={version?._id ?? 'new'}
            declaration={form}
            record={version}
            begin={copied ? { ...toInput(copied), effectiveAt: blank.effectiveAt } : blank}
          />
        )
      }
    </RecordLoader>
  )
}
