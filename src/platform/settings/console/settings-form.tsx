import { FormScreen } from '#console/kit/form/form-screen.tsx'
import { m } from '#messages/messages.js'
import { SettingInput } from '../contract.ts'
import { blank, resource, settingId, toInput } from './resource.tsx'
import { SiteSwitchesField } from './site-switches-field.tsx'
import { SocialLinksField } from './social-links-field.tsx'

export default function SettingForm() {
  return (
    <FormScreen
      resource={resource}
      only={settingId}
      schema={SettingInput}
      blank={blank}
      toInput={toInput}
      name={() => m.settings_title()}
      newTitle={m.settings_title()}
      back={{ to: '/console/dashboard', label: m.common_place_today() }}
      review
      hasSearch
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
              render: () => <SocialLinksField />,
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
              render: () => <SiteSwitchesField />,
            },
            {
              kind: 'choice',
              name: 'home',
              label: m.settings_home(),
              help: m.settings_home_help(),
              options: [
                { value: 'firm', label: m.settings_module_firm() },
                { value: 'match', label: m.settings_module_match() },
              ],
            },
            {
              kind: 'text',
              name: 'matchHost',
              label: m.settings_match_host(),
              help: m.settings_match_host_help(),
              room: 'half',
              placeholder: 'match.example.kr',
            },
          ],
        },
        {
          title: m.settings_group_account(),
          fields: [
            {
              kind: 'text',
              name: 'payTo.bank',
              label: m.settings_account_bank(),
              help: m.settings_account_help(),
              room: 'half',
            },
            { kind: 'text', name: 'payTo.number', label: m.settings_account_number(), room: 'half' },
            { kind: 'text', name: 'payTo.holder', label: m.settings_account_holder(), room: 'half' },
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
          title: m.settings_group_desk(),
          fields: [
            {
              kind: 'tags',
              name: 'desk.addresses',
              label: m.settings_desk_addresses(),
              help: m.settings_desk_help(),
              placeholder: 'desk@daecheong.example',
            },
          ],
        },
        {
          title: m.settings_group_security(),
          fields: [
            {
              kind: 'switch',
              name: 'security.staffTwoStep',
              label: m.settings_two_step(),
              help: m.settings_two_step_help(),
            },
            {
              kind: 'switch',
              name: 'security.sellerTwoStep',
              label: m.settings_seller_two_step(),
              help: m.settings_seller_two_step_help(),
            },
            {
              kind: 'tags',
              name: 'security.networks',
              label: m.settings_networks(),
              help: m.settings_networks_help(),
              placeholder: '203.0.113.0/24',
            },
            {
              kind: 'number',
              name: 'security.consoleIdleMinutes',
              label: m.settings_console_idle(),
              help: m.settings_console_idle_help(),
              min: 5,
              max: 720,
              unit: m.settings_unit_minutes(),
            },
            {
              kind: 'number',
              name: 'security.consoleHours',
              label: m.settings_console_whole(),
              min: 1,
              max: 72,
              unit: m.settings_unit_hours(),
            },
            {
              kind: 'number',
              name: 'security.memberIdleDays',
              label: m.settings_member_idle(),
              min: 1,
              max: 90,
              unit: m.settings_unit_days(),
            },
            {
              kind: 'number',
              name: 'security.memberDays',
              label: m.settings_member_whole(),
              min: 1,
              max: 365,
              unit: m.settings_unit_days(),
            },
          ],
        },
        {
          title: m.settings_group_dormancy(),
          fields: [
            {
              kind: 'switch',
              name: 'dormancy.enabled',
              label: m.settings_dormancy(),
              help: m.settings_dormancy_help(),
            },
            {
              kind: 'number',
              name: 'dormancy.months',
              label: m.settings_dormancy_months(),
              min: 3,
              max: 60,
              unit: m.settings_unit_months(),
            },
            {
              kind: 'number',
              name: 'dormancy.warnDays',
              label: m.settings_dormancy_warn(),
              min: 7,
              max: 60,
              unit: m.settings_unit_days(),
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
