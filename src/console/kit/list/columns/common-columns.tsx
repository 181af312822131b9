import { type Localized, locales } from '#kit/contract.ts'
import type { Recorded } from '#kit/resource.ts'
import { m } from '#messages/messages.js'
import { LanguageMarks, languageStates } from '../../parts/language-marks.tsx'
import { StateMark } from '../../parts/state-mark.tsx'
import {
  exportPeriod,
  periodText,
  publicationState,
  type Scheduled,
  TimedStateMark,
  timedWords,
} from '../../parts/time/publication-period.tsx'
import { fullInstant, listInstant } from '../../parts/time/seoul-time.ts'
import type { Column } from './column-layout.ts'

/** Columns shared by many lists; spread one to change a part. */

export const nameColumn = <Item extends Recorded>(
  name: (record: Item) => string,
  title = m.list_column_name(),
): Column<Item, never, never> => ({
  key: 'name',
  title,
  value: name,
})

export const updatedColumn = <Item extends Recorded>(): Column<Item, never, 'updatedAt'> => ({
  key: 'updatedAt',
  title: m.list_column_updated(),
  width: 104,
  align: 'right',
  sort: 'updatedAt',
  firstDirection: 'descending',
  value: (record: Item) => new Date(record.updatedAt),
  cell: (record: Item) => (
    <time dateTime={record.updatedAt} title={fullInstant(record.updatedAt)}>
      {listInstant(record.updatedAt)}
    </time>
  ),
})

export const createdColumn = <Item extends Recorded>(): Column<Item, never, 'createdAt'> => ({
  key: 'createdAt',
  title: m.list_column_created(),
  width: 104,
  align: 'right',
  optional: true,
  entry: false,
  sort: 'createdAt',
  firstDirection: 'descending',
  value: (record: Item) => new Date(record.createdAt),
  cell: (record: Item) => (
    <time dateTime={record.createdAt} title={fullInstant(record.createdAt)}>
      {listInstant(record.createdAt)}
    </time>
  ),
})

export const languagesColumn = <Item extends Recorded>(
  text: (record: Item) => Localized,
): Column<Item, never, never> => ({
  key: 'languages',
  title: m.list_column_languages(),
  width: 80,
  drop: 5,
  value: (record: Item) => locales.filter((locale) => text(record)[locale]).join(' '),
  cell: (record: Item) => <LanguageMarks states={languageStates(text(record))} />,
})

export const timedStateColumn = <Item extends Recorded & Scheduled>(): Column<Item, never, never> => ({
  key: 'state',
  title: m.list_column_state(),
  width: 100,
  value: (record: Item) => timedWords[publicationState(record, new Date())](),
  cell: (record: Item) => <TimedStateMark of={record} />,
})

export const periodColumn = <Item extends Recorded & Scheduled>(): Column<Item, never, never> => ({
  key: 'period',
  title: m.list_column_period(),
  width: 212,
  drop: 4,
  value: (record: Item) => periodText(record.startAt, record.endAt) ?? m.list_period_always(),
  exportValue: (record: Item) => exportPeriod(record.startAt, record.endAt) ?? m.list_period_always(),
  hasTimes: true,
})

/** Shows whether a record has a draft, and its author. */
export const draftColumn = <Item extends Recorded>(): Column<Item, never, never> => ({
  key: 'draft',
  title: m.draft_mark(),
  width: 124,
  value: ({ draft }: Item) => draft?.by ?? null,
  cell: ({ draft }: Item) =>
    draft && (
      <span title={m.draft_saved_by({ name: draft.by, time: fullInstant(draft.at) })}>
        <StateMark mark="draft">{m.draft_of({ name: draft.by })}</StateMark>
      </span>
    ),
})

/** Position among records of its kind, editable in the list. */
export const positionColumn = <Item extends Recorded & { position: number }, Shape extends { position: number }>(
  name: (record: Item) => string,
  change: (position: number) => Partial<Shape>,
  most = 1000,
): Column<Item, Shape, 'position'> => ({
  key: 'position',
  title: m.list_column_position(),
  width: 84,
  align: 'right',
  sort: 'position',
  firstDirection: 'ascending',
  entry: false,
  value: (record) => record.position,
  edit: {
    kind: 'number',
    label: (record) => m.list_edit_in_place({ title: m.list_column_position(), name: name(record) }),
    min: 0,
    max: most,
    change,
  },
})

/** Visibility switch, editable in the list. */
export const visibleColumn = <Item extends Recorded & { visible: boolean }, Shape extends { visible: boolean }>(
  name: (record: Item) => string,
  change: (visible: boolean) => Partial<Shape>,
): Column<Item, Shape, never> => ({
  key: 'visible',
  title: m.list_column_visible(),
  width: 72,
  value: (record) => record.visible,
  edit: {
    kind: 'switch',
    label: (record) => m.list_edit_in_place({ title: m.list_column_visible(), name: name(record) }),
    change,
  },
})
