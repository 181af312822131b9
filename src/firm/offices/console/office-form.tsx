import { FormScreen } from '#console/kit/form/form-screen.tsx'
import { m } from '#messages/messages.js'
import { OfficeInput } from '../contract.ts'
import { MapField, MapPreview } from './office-map-field.tsx'
import { PhotosField } from './office-photos-field.tsx'
import { blank, resource, toInput } from './office-resource.tsx'

export default function OfficeForm() {
  return (
    <FormScreen
      resource={resource}
      schema={OfficeInput}
      blank={blank}
      toInput={toInput}
      name={({ title }) => title.ko}
      newTitle={m.offices_create()}
      back={{ to: '/console/offices', label: m.offices_title() }}
      asideWidth={424}
      aside={({ map, title }) => <MapPreview map={map} title={title.ko} />}
      groups={[
        {
          title: m.offices_group_contact(),
          fields: [
            { kind: 'localized', name: 'title', label: m.offices_name(), max: 60 },
            {
              kind: 'localized',
              name: 'address',
              label: m.offices_address(),
              help: m.offices_address_help(),
              max: 200,
              lines: 2,
            },
            { kind: 'localized', name: 'floor', label: m.offices_floor(), max: 40 },
            { kind: 'text', name: 'phone', label: m.offices_phone(), room: 'short', placeholder: '02-000-0000' },
            { kind: 'text', name: 'fax', label: m.offices_fax(), room: 'short', placeholder: '02-000-0000' },
          ],
        },
        {
          title: m.offices_group_visit(),
          fields: [
            { kind: 'localized', name: 'hours', label: m.offices_hours(), max: 200, lines: 2 },
            {
              kind: 'tags',
              name: 'opening',
              label: m.people_opening(),
              help: m.people_opening_help(),
              placeholder: 'Mo-Fr 09:00-18:00',
            },
            { kind: 'localized', name: 'transit', label: m.offices_transit(), max: 400, lines: 3 },
            { kind: 'localized', name: 'parking', label: m.offices_parking(), max: 400, lines: 3 },
            {
              kind: 'number',
              name: 'storeys',
              label: m.offices_storeys(),
              help: m.offices_storeys_help(),
              unit: m.offices_storey_unit(),
              min: 1,
              max: 120,
            },
            {
              kind: 'number',
              name: 'ownStorey',
              label: m.offices_own_storey(),
              unit: m.offices_storey_unit(),
              min: 1,
              max: 120,
            },
            { kind: 'picture', name: 'picture', label: m.common_picture(), shape: '4 / 3' },
            {
              kind: 'custom',
              name: 'photos',
              label: m.people_photos(),
              help: m.people_photos_help(),
              render: () => <PhotosField />,
            },
          ],
        },
        {
          title: m.people_map(),
          fields: [
            {
              kind: 'custom',
              name: 'map',
              label: m.people_map_parts(),
              help: m.people_map_help(),
              wide: true,
              render: () => <MapField />,
            },
          ],
        },
        {
          title: m.common_group_place(),
          fields: [
            {
              kind: 'text',
              name: 'key',
              label: m.form_key(),
              help: m.offices_key_help(),
              before: '/contact/',
              room: 'half',
            },
            {
              kind: 'number',
              name: 'position',
              label: m.list_column_position(),
              help: m.common_position_help(),
              min: 0,
              max: 1000,
            },
            { kind: 'switch', name: 'visible', label: m.list_column_visible(), switchLabel: m.common_visible_words() },
          ],
        },
      ]}
    />
  )
}
