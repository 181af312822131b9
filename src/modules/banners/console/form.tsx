import { FormScreen } from '#console/form/form-screen.tsx'
import { TimedStateMark } from '#console/parts/period.tsx'
import { m } from '#messages/messages.js'
import { BannerInput } from '../contract.ts'
import { blank, resource, toInput } from './resource.tsx'
import { SlotsField, type SlotsFieldProps } from './slots-field.tsx'

export default function BannerForm() {
  return (
    <FormScreen
      resource={resource}
      schema={BannerInput}
      blank={blank}
      toInput={toInput}
      name={({ title }) => title.ko}
      newTitle={m.banners_create()}
      back={{ to: '/console/banners', label: m.shell_place_banners() }}
      state={(banner) => <TimedStateMark of={banner} />}
      fork={(values) => ({ ...values, visible: false })}
      groups={[
        {
          title: m.banners_group_what(),
          fields: [
            { kind: 'localized', name: 'title', label: m.list_column_name(), help: m.banners_title_help(), max: 120 },
            { kind: 'text', name: 'link', label: m.popups_link(), help: m.popups_link_help(), placeholder: '/story' },
            {
              kind: 'custom',
              name: 'pictures',
              label: m.banners_pictures(),
              help: m.banners_pictures_help(),
              wide: true,
              render: ({ id, value, set }: SlotsFieldProps) => <SlotsField id={id} value={value} set={set} />,
            },
          ],
        },
        {
          title: m.banners_group_where(),
          fields: [
            { kind: 'text', name: 'code', label: m.banners_code(), help: m.banners_code_help(), room: 'short' },
            {
              kind: 'period',
              name: 'startAt',
              to: 'endAt',
              label: m.list_column_period(),
              help: m.popups_period_help(),
            },
            { kind: 'number', name: 'position', label: m.list_column_position(), min: 0, max: 1000 },
            { kind: 'switch', name: 'visible', label: m.list_column_visible() },
          ],
        },
      ]}
    />
  )
}
