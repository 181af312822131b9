import { FormScreen } from '#console/kit/form/form-screen.tsx'
import { m } from '#messages/messages.js'
import { SettingInput } from '../contract.ts'
import { ModulesField } from './modules-field.tsx'
import { blank, resource, theOne, toInput } from './resource.tsx'
import { SocialField } from './social-field.tsx'

export default function SettingForm() {
  return (
    <FormScreen
      resource={resource}
      only={theOne}
      schema={SettingInput}
      blank={blank}
      toInput={toInput}
      name={() => m.settings_title()}
      newTitle={m.settings_title()}
      back={{ to: '/console/dashboard', label: m.common_place_today() }}
      review
      find
      groups={[
        {
          title: m.settings_group_name(),
          fields: [
            { kind: 'localized', name: 'name', label: m.settings_name(), max: 60 },
            {
              kind: 'localized',
              name: 'tagline',
              label: m.settings_tagline(),
              help: m.settings_tagline_help(),
              max: 120,
            },
            {
              kind: 'localized',
              name: 'registration',
              label: m.settings_registration(),
              help: m.settings_registration_help(),
              max: 300,
              lines: 2,
            },
            {
              kind: 'localized',
              name: 'advertisingLawyer',
              label: m.settings_advertising(),
              help: m.settings_advertising_help(),
              max: 60,
            },
          ],
        },
        {
          title: m.settings_group_contact(),
          fields: [
            {
              kind: 'text',
              name: 'phone',
              label: m.settings_phone(),
              help: m.settings_phone_help(),
              room: 'short',
              placeholder: '02-000-0000',
            },
            {
              kind: 'text',
              name: 'chatUrl',
              label: m.settings_chat(),
              help: m.settings_chat_help(),
              placeholder: 'https://',
            },
            {
              kind: 'custom',
              name: 'social',
              label: m.settings_social(),
              help: m.settings_social_help(),
              render: () => <SocialField />,
            },
          ],
        },
        {
          title: m.settings_group_modules(),
          fields: [
            {
              kind: 'custom',
              name: 'modules',
              label: m.settings_modules(),
              help: m.settings_modules_help(),
              render: () => <ModulesField />,
            },
          ],
        },
        {
          title: m.settings_group_found(),
          fields: [
            { kind: 'text', name: 'seo.naver', label: m.settings_naver(), help: m.settings_verify_help() },
            { kind: 'text', name: 'seo.google', label: m.settings_google(), help: m.settings_verify_help() },
          ],
        },
        {
          title: m.settings_group_mail(),
          fields: [
            {
              kind: 'text',
              name: 'mail.senderName',
              label: m.settings_sender_name(),
              help: m.settings_sender_help(),
              room: 'half',
            },
            {
              kind: 'text',
              name: 'mail.senderAddress',
              label: m.settings_sender_address(),
              room: 'half',
              placeholder: 'desk@daecheong.example',
            },
          ],
        },
        {
          title: m.settings_group_protection(),
          fields: [
            {
              kind: 'switch',
              name: 'contentProtection',
              label: m.settings_protection(),
              help: m.settings_protection_help(),
            },
            {
              kind: 'switch',
              name: 'demonstration',
              label: m.settings_demonstration(),
              help: m.settings_demonstration_help(),
            },
          ],
        },
      ]}
    />
  )
}
