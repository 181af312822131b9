import { ChoiceControl, TextControl } from '#console/kit/form/fields/basic-controls.tsx'
import { LocalizedControl } from '#console/kit/form/fields/localized-control.tsx'
import { RowField, RowList } from '#console/kit/form/fields/row-list.tsx'
import { fieldId } from '#console/kit/form/form-context.ts'
import { m } from '#messages/messages.js'
import type { MapPart } from '../contract.ts'
import { OfficeMap } from '../public/office-map.tsx'
import { layOutMap } from '../rules-map-labels.ts'
import styles from './office-map-field.module.css'
import type { Shape } from './office-resource.tsx'

const blankPart: MapPart = { kind: 'street', points: '', name: {}, label: null, sign: '' }

const listKindOptions = (): { value: MapPart['kind']; label: string }[] => [
  { value: 'avenue', label: m.people_map_avenue() },
  { value: 'street', label: m.people_map_street() },
  { value: 'lane', label: m.people_map_lane() },
  { value: 'path', label: m.people_map_path() },
  { value: 'rail', label: m.people_map_rail() },
  { value: 'building', label: m.people_map_building() },
  { value: 'green', label: m.people_map_green() },
  { value: 'water', label: m.people_map_water() },
  { value: 'station', label: m.people_map_station() },
  { value: 'stop', label: m.people_map_stop() },
  { value: 'office', label: m.people_map_office() },
]

/** Edits the parts of the map, one per row. */
export function MapField() {
  const options = listKindOptions()
  return (
    <RowList
      name="map"
      maxRows={60}
      blank={blankPart}
      add={m.people_map_add()}
      title={(place) => m.people_map_part({ place })}
    >
      {(path) => (
        <>
          <RowField label={m.people_map_kind()} htmlFor={fieldId(`${path}.kind`)}>
            <ChoiceControl field={{ name: `${path}.kind`, label: m.people_map_kind(), options }} />
          </RowField>
          <RowField label={m.people_map_points()} htmlFor={fieldId(`${path}.points`)}>
            <TextControl name={`${path}.points`} nullable={false} placeholder="0,310 420,300 840,300" />
          </RowField>
          <RowField label={m.people_map_name()}>
            <LocalizedControl name={`${path}.name`} label={m.people_map_name()} max={40} />
          </RowField>
          <RowField label={m.people_map_label()} htmlFor={fieldId(`${path}.label`)}>
            <TextControl name={`${path}.label`} nullable room="short" placeholder="420,300" />
          </RowField>
          <RowField label={m.people_map_sign()} htmlFor={fieldId(`${path}.sign`)}>
            <TextControl name={`${path}.sign`} nullable={false} room="short" />
          </RowField>
        </>
      )}
    </RowList>
  )
}

/** Previews the map being edited. */
export function MapPreview({ map, title }: Pick<Shape, 'map'> & { title: string }) {
  const completeParts = map.filter(({ points }) => /^\d{1,3},\d{1,3}( \d{1,3},\d{1,3})*$/.test(points))
  if (!completeParts.length) return null
  return (
    <figure className={styles.preview}>
      <figcaption>{m.people_map_preview()}</figcaption>
      <OfficeMap
        map={layOutMap(
          completeParts.map((part) => ({ ...part, name: part.name.ko ?? '' })),
          title,
        )}
        label={m.people_map_preview()}
      />
    </figure>
  )
}
