import type { Field, Option } from '#console/kit/form/form-declaration.ts'
import { m } from '#messages/messages.js'
import type { SendingShape } from './resource.tsx'

/** Returns the audience fields: those of a filter, or a list. */
export const listAudienceFields = (
  { by, group }: SendingShape['audience'],
  levels: readonly Option<string>[],
): readonly Field<SendingShape>[] => {
  // A group is chosen in its own module and is read-only here.
  if (by === 'group')
    return [
      {
        kind: 'custom',
        name: 'audience',
        label: m.sendings_by_group(),
        help: m.sendings_group_help(),
        render: () => group?.title ?? '',
      },
    ]
  const choice: Field<SendingShape> = {
    kind: 'choice',
    name: 'audience.by',
    label: m.sendings_by(),
    options: [
      { value: 'filter', label: m.sendings_by_filter() },
      { value: 'list', label: m.sendings_by_list() },
    ],
  }
  if (by === 'list')
    return [choice, { kind: 'tags', name: 'audience.list', label: m.sendings_list(), help: m.sendings_list_help() }]
  return [
    choice,
    {
      kind: 'choices',
      name: 'audience.levels',
      label: m.sendings_levels(),
      help: m.sendings_levels_help(),
      options: levels,
    },
    {
      kind: 'choices',
      name: 'audience.kinds',
      label: m.sendings_kinds(),
      options: [
        { value: 'PERSON', label: m.sendings_kind_person() },
        { value: 'COMPANY', label: m.sendings_kind_company() },
      ],
    },
    {
      kind: 'choice',
      name: 'audience.consent',
      label: m.sendings_consent(),
      options: [
        { value: 'EMAIL', label: m.sendings_consent_mail() },
        { value: 'SMS', label: m.sendings_consent_sms() },
        { value: 'PHONE', label: m.sendings_consent_phone() },
      ],
      none: m.sendings_consent_any(),
    },
    { kind: 'text', name: 'audience.q', label: m.sendings_q(), help: m.sendings_q_help(), room: 'half' },
  ]
}
