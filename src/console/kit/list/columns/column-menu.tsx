import { closestCenter, DndContext, type DragEndEvent, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { Button, Checkbox, Popover, SegmentedControl, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { m } from '#messages/messages.js'
import { pressedKey } from '#ui/browser/keyboard.ts'
import { Icon } from '../../parts/icon.tsx'
import styles from '../list.module.css'
import {
  type ColumnLayout,
  isName,
  isShown,
  moveColumn,
  orderColumns,
  resizeColumn,
  toggleColumn,
  widthOf,
} from './column-layout.ts'
import own from './column-menu.module.css'

interface Listed {
  key: string
  title: string
  width?: number
  optional?: boolean
}

interface ColumnMenuProps {
  columns: readonly Listed[]
  layout: ColumnLayout
  change: (layout: ColumnLayout | undefined) => void
}

/** Menu for visible columns, their order and width, and row height; stored per account. */
export function ColumnMenu({ columns, layout, change }: ColumnMenuProps) {
  const [announcement, announce] = useState('')
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }))
  const list = orderColumns(columns, layout)
  const keys = list.map(({ key }) => key)

  const drop = ({ active, over }: DragEndEvent) => {
    const from = keys.indexOf(String(active.id))
    const to = keys.indexOf(String(over?.id ?? ''))
    if (from < 0 || to < 0 || from === to) return
    const order = keys.toSpliced(from, 1).toSpliced(to, 0, String(active.id))
    change({ ...layout, order })
  }

  const press = (event: KeyboardEvent, column: Listed) => {
    if (!event.altKey) return
    const width = widthOf(column, layout)
    if (pressedKey(event) === 'ArrowUp' || pressedKey(event) === 'ArrowDown') {
      const next = moveColumn(columns, layout, column.key, pressedKey(event) === 'ArrowUp' ? -1 : 1)
      change(next)
      const place = orderColumns(columns, next).findIndex(({ key }) => key === column.key) + 1
      announce(m.list_columns_moved({ title: column.title, place }))
    } else if (width !== undefined && (pressedKey(event) === 'ArrowLeft' || pressedKey(event) === 'ArrowRight')) {
      const next = resizeColumn(layout, column.key, width + (pressedKey(event) === 'ArrowLeft' ? -8 : 8))
      change(next)
      announce(`${column.title} ${widthOf(column, next)}px`)
    } else return
    event.preventDefault()
  }

  return (
    <Popover position="bottom-end" trapFocus returnFocus width={252}>
      <Popover.Target>
        <Button variant="subtle" className={own.columnsButton} leftSection={<Icon name="columns" />}>
          {m.list_columns()}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={own.columnMenu}>
        <p className={own.columnHead}>
          {m.list_columns_shown()} <span title={m.list_columns_help()}>{m.list_columns_drag()}</span>
        </p>
        <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
          <SortableContext items={keys} strategy={verticalListSortingStrategy}>
            <ul className={own.columnList}>
              {list.map((column) => (
                <ColumnLine
                  key={column.key}
                  column={column}
                  isShown={isShown(column, layout)}
                  width={widthOf(column, layout)}
                  toggle={() => change(toggleColumn(column, layout))}
                  onKeyDown={(event) => press(event, column)}
                />
              ))}
            </ul>
          </SortableContext>
        </DndContext>
        <div className={own.columnDensity}>
          <span>{m.list_density()}</span>
          <SegmentedControl
            size="xs"
            aria-label={m.list_density()}
            value={layout.dense ? 'dense' : 'plain'}
            onChange={(value) => change({ ...layout, dense: value === 'dense' })}
            data={[
              { value: 'plain', label: m.list_density_plain() },
              { value: 'dense', label: m.list_density_dense() },
            ]}
          />
        </div>
        <p className={own.columnFoot}>
          {m.list_columns_own()}
          <UnstyledButton className={styles.accentAct} onClick={() => change(undefined)}>
            {m.list_columns_restore()}
          </UnstyledButton>
        </p>
        <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      </Popover.Dropdown>
    </Popover>
  )
}

interface ColumnLineProps {
  column: Listed
  isShown: boolean
  width: number | undefined
  toggle: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

function ColumnLine({ column, isShown: shown, width, toggle, onKeyDown }: ColumnLineProps) {
  const { setNodeRef, listeners, transform, transition, isDragging } = useSortable({ id: column.key })
  const locked = isName(column)
  return (
    <li
      ref={setNodeRef}
      className={own.columnLine}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      onKeyDown={onKeyDown}
    >
      <span className={own.grip} {...listeners} aria-hidden="true">
        <Icon name="grip" />
      </span>
      {locked ? (
        // A separate tab stop, so that the keyboard can also move the locked column.
        <button
          type="button"
          className={own.columnLocked}
          aria-label={`${m.list_columns_row({ title: column.title })}. ${m.list_columns_locked()}`}
        >
          <Icon name="lock" size={14} />
          <span>{column.title}</span>
        </button>
      ) : (
        <Checkbox
          checked={shown}
          onChange={toggle}
          label={column.title}
          aria-label={m.list_columns_row({ title: column.title })}
        />
      )}
      {width !== undefined && <span className={own.columnWidth}>{width}px</span>}
    </li>
  )
}
