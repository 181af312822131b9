import type { FieldGroup } from '#console/kit/form/form-declaration.ts'
import { FormScreen } from '#console/kit/form/form-screen.tsx'
import { m } from '#messages/messages.js'
import { RedirectInput } from '../contract.ts'
import { blank, listStatusOptions, resource, toInput } from './resource.tsx'

type Shape = typeof blank

const listFieldGroups = ({ status }: Shape): readonly FieldGroup<Shape>[] => [
  {
    title: m.redirects_group(),
    fields: [
      {
        kind: 'text',
        name: 'fromPath',
        label: m.redirects_from(),
        help: m.redirects_from_help(),
        placeholder: '/story/2024/old-title',
      },
      { kind: 'choice', name: 'status', label: m.redirects_status(), options: listStatusOptions() },
      ...(status === '410'
        ? []
        : [
            {
              kind: 'text',
              name: 'toPath',
              label: m.redirects_to(),
              help: m.redirects_to_help(),
              placeholder: '/story',
            } as const,
          ]),
    ],
  },
]

export default function RedirectForm() {
  return (
    <FormScreen
      resource={resource}
      schema={RedirectInput}
      blank={blank}
      toInput={toInput}
      name={({ fromPath }) => fromPath}
      newTitle={m.redirects_create()}
      back={{ to: '/console/redirects', label: m.redirects_title() }}
      groups={listFieldGroups}
    />
  )
}
