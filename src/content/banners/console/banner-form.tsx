import { FormScreen } from '#console/kit/form/form-screen.tsx'
import { TimedStateMark } from '#console/kit/parts/time/publication-period.tsx'
import { m } from '#messages/messages.js'
import { BannerInput } from '../contract.ts'
import { PicturesField } from './banner-pictures-field.tsx'
import { blank, resource, toInput } from './banner-resource.tsx'

export default function BannerForm() {
  return (
    <FormScreen
      resource={resource}
      schema={BannerInput}
      blank={blank}
      toInput={toInput}
      name={({ title }) => title.ko}
      newTitle={m.banners_create()}
      back={{ to: '/console/banners', label: m.banners_title() }}
      state={(banner) => <TimedStateMark of={banner} />}
      fork={(values) => ({ ...values, visible: false })}
      groups={[
        {
          title: m.banners_group_content(),
          fields: [
            { kind: 'localized', name: 'title', label: m.list_column_name(), help: m.banners_title_help(), max: 120 },
            {
              kind: 'text',
              name: 'link',
              label: m.content_link(),
              help: m.common_link_help(),
              placeholder: '/consult',
            },
            {
              kind: 'custom',
              name: 'pictures',
              label: m.banners_pictures(),
              help: m.banners_pictures_help(),
              wide: true,
              render: () => <PicturesField />,
            },
          ],
        },
        {
          title: m.banners_group_place(),
          fields: [
            { kind: 'text', name: 'code', label: m.banners_code(), help: m.banners_code_help(), room: 'short' },
            { kind: 'switch', name: 'visible', label: m.list_column_visible(), switchLabel: m.content_visible_words() },
            {
              kind: 'period',
              name: 'startAt',
              to: 'endAt',
              label: m.list_column_period(),
              help: m.content_period_help(),
            },
            {
              kind: 'number',
              name: 'position',
              label: m.list_column_position(),
              help: m.common_position_help(),
              min: 0,
              max: 1000,
            },
          ],
        },
      ]}
    />
  )
}
