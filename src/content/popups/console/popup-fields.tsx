import type { Field, FieldGroup } from '#console/kit/form/form-declaration.ts'
import { languageName } from '#console/kit/parts/language-marks.tsx'
import { locales } from '#kit/contract.ts'
import { m } from '#messages/messages.js'
import { skinLabels } from './popup-labels.tsx'
import type { PopupShape } from './popup-resource.tsx'

const listBasicFields = (): readonly Field<PopupShape>[] => [
  {
    kind: 'choice',
    name: 'corner',
    label: m.popups_corner(),
    options: [
      { value: 'left', label: m.popups_corner_left() },
      { value: 'right', label: m.popups_corner_right() },
    ],
  },
  { kind: 'number', name: 'width', label: m.popups_width(), unit: 'px', min: 280, max: 640 },
]

/** Field groups of the popup form. */
export const listPopupFieldGroups = (values: PopupShape): readonly FieldGroup<PopupShape>[] => [
  {
    title: m.popups_group_text(),
    fields: [
      { kind: 'localized', name: 'title', label: m.list_column_name(), max: 80 },
      { kind: 'rich', name: 'body', label: m.popups_body(), max: 4000 },
      { kind: 'picture', name: 'picture', label: m.popups_picture(), shape: '4 / 3' },
      { kind: 'text', name: 'link', label: m.popups_link(), help: m.common_link_help(), placeholder: '/consult' },
      { kind: 'localized', name: 'linkLabel', label: m.popups_link_label(), max: 40 },
    ],
  },
  {
    title: m.popups_group_when(),
    fields: [
      { kind: 'switch', name: 'visible', label: m.list_column_visible(), switchLabel: m.content_visible_words() },
      {
        kind: 'period',
        name: 'startAt',
        to: 'endAt',
        label: m.list_column_period(),
        help: m.content_period_help(),
      },
      {
        kind: 'switch',
        name: 'atOnce',
        label: m.popups_at_once(),
        help: m.popups_at_once_help(),
        switchLabel: m.popups_at_once_words(),
      },
      {
        kind: 'tags',
        name: 'paths',
        label: m.popups_paths(),
        help: m.popups_paths_help(),
        placeholder: m.popups_paths_all(),
        suggestions: ['/', '/business/building', '/introduction/lawyer', '/project', '/story', '/consult'],
      },
      {
        kind: 'choices',
        name: 'locales',
        label: m.list_column_languages(),
        help: m.popups_locales_help(),
        options: locales.map((value) => ({ value, label: languageName[value] })),
      },
      {
        kind: 'choice',
        name: 'device',
        label: m.popups_device(),
        options: [
          { value: 'all', label: m.popups_device_all() },
          { value: 'desktop', label: m.content_device_desktop() },
          { value: 'mobile', label: m.content_device_mobile() },
        ],
      },
      {
        kind: 'choice',
        name: 'audience',
        label: m.popups_audience(),
        options: [
          { value: 'all', label: m.popups_audience_all() },
          { value: 'guest', label: m.popups_audience_guest() },
          { value: 'member', label: m.popups_audience_member() },
        ],
      },
    ],
  },
  {
    title: m.popups_group_shape(),
    fields: [
      {
        kind: 'choice',
        name: 'skin',
        label: m.popups_skin(),
        help: m.popups_skin_help(),
        options: [
          { value: 'basic', label: skinLabels.basic() },
          { value: 'bar', label: skinLabels.bar() },
          { value: 'modal', label: skinLabels.modal() },
        ],
      },
      // Only the `basic` skin has a corner and a width.
      ...(values.skin === 'basic' ? listBasicFields() : []),
      {
        kind: 'number',
        name: 'position',
        label: m.list_column_position(),
        help: m.popups_position_help(),
        min: 0,
        max: 1000,
      },
    ],
  },
]
