import { z } from 'zod'
import type { FieldGroup } from '#console/kit/form/form-declaration.ts'
import { FormScreen } from '#console/kit/form/form-screen.tsx'
import type { CallOptions } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import { MemberInput } from '../contract-members.ts'
import { kindLabels, localeOptions, resource, useGrantableLevels } from './resource.tsx'

/** Drops company input unless the account is a company. */
const toKindInput = (values: MemberInput): MemberInput =>
  values.kind === 'COMPANY' ? values : { ...values, company: null }
const schema = z.preprocess((values) => toKindInput(values as MemberInput), MemberInput)
const creationOptions = {
  ...resource,
  create: async (input: MemberInput, options?: CallOptions) => {
    if (!resource.create) throw new Error('The resource has no create route')
    return resource.create(toKindInput(input), options)
  },
}

/** Account created by staff; its owner sets the password by a link. */
export default function CreateMember() {
  const levels = useGrantableLevels()
  const listFieldGroups = (values: MemberInput): readonly FieldGroup<MemberInput>[] => [
    {
      title: m.users_group_account(),
      fields: [
        {
          kind: 'choice',
          name: 'kind',
          label: m.users_kind(),
          options: (['PERSON', 'COMPANY'] as const).map((value) => ({ value, label: kindLabels[value]() })),
        },
        { kind: 'text', name: 'username', label: m.users_username(), help: m.users_username_help(), room: 'half' },
        { kind: 'text', name: 'name', label: m.users_name(), room: 'half' },
        { kind: 'choice', name: 'levelId', label: m.users_level(), options: levels },
        { kind: 'choice', name: 'locale', label: m.users_locale(), options: localeOptions },
      ],
    },
    {
      title: m.users_group_contact(),
      fields: [
        { kind: 'text', name: 'email', label: m.users_email(), room: 'half' },
        { kind: 'text', name: 'phone', label: m.users_phone(), room: 'half' },
        { kind: 'switch', name: 'invite', label: m.users_invite(), switchLabel: m.users_invite_words() },
      ],
    },
    ...(values.kind === 'COMPANY'
      ? [
          {
            title: m.users_group_company(),
            fields: [
              { kind: 'text', name: 'company.name', label: m.users_company(), room: 'half' },
              { kind: 'text', name: 'company.ceo', label: m.users_ceo(), room: 'half' },
              { kind: 'text', name: 'company.businessNumber', label: m.users_business_number(), room: 'short' },
              { kind: 'text', name: 'company.category', label: m.users_category(), room: 'half' },
              { kind: 'text', name: 'company.address', label: m.users_address() },
            ] as const,
          },
        ]
      : []),
  ]
  return (
    <FormScreen
      resource={creationOptions}
      schema={schema}
      blank={{
        kind: 'PERSON',
        username: '',
        name: '',
        email: null,
        phone: null,
        locale: 'ko',
        levelId: '',
        company: null,
        invite: true,
      }}
      toInput={({ username, name, email, phone, locale, level, kind, company }) => ({
        username,
        name,
        email,
        phone,
        locale,
        levelId: level._id,
        kind,
        company,
        invite: true,
      })}
      name={({ name }) => name}
      newTitle={m.users_create()}
      back={{ to: '/console/users', label: m.users_title() }}
      groups={listFieldGroups}
    />
  )
}
