import { closestCenter, DndContext, type DragEndEvent, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import { m } from '#messages/messages.js'
import { pressedKey } from '#ui/browser/keyboard.ts'
import { showError } from './dialogs/show-toast.tsx'
import { Icon } from './icon.tsx'
import styles from './reorder-list.module.css'

export interface OrderedRecord {
  _id: string
  name: string
}

interface OrderListProps<Ordered extends OrderedRecord> {
  /** Records as loaded. Use a new `key` for a different set of records. */
  records: readonly Ordered[]
  /** Small note beside the name, by index from 0. */
  note?: (record: Ordered, index: number) => string | undefined
  mayWrite: boolean
  /** Saves the complete order; the message of a thrown error is shown. */
  save: (ids: string[]) => Promise<unknown>
  onSaved: () => void
  /** Called after a refused order was reverted; should reload the records. */
  onRefused: () => void
  texts: {
    help: string
    none: string
    moved: (inputs: { name: string; place: number }) => string
  }
}

/** Sortable list: drag, buttons, or Alt with arrow keys. Each move is saved immediately. */
export function ReorderList<Ordered extends OrderedRecord>(props: OrderListProps<Ordered>) {
  const { records, note, mayWrite, save, onSaved, onRefused, texts } = props
  const [order, setOrder] = useState(() => records.map(({ _id }) => _id))
  const [announcement, announce] = useState('')
  const saving = useRef<Promise<unknown>>(Promise.resolve())
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }))
  const byId = new Map(records.map((record) => [record._id, record]))

  const move = (from: number, to: number) => {
    const id = order[from]
    if (id === undefined || to < 0 || to >= order.length || from === to) return
    const ids = order.toSpliced(from, 1).toSpliced(to, 0, id)
    setOrder(ids)
    announce(texts.moved({ name: byId.get(id)?.name ?? '', place: to + 1 }))
    // Save sequentially, so that the last order wins.
    saving.current = saving.current
      .then(() => save(ids))
      .then(onSaved, (error: unknown) => {
        showError(error)
        setOrder(records.map(({ _id }) => _id))
        onRefused()
      })
  }
  const drop = ({ active, over }: DragEndEvent) =>
    move(order.indexOf(String(active.id)), order.indexOf(String(over?.id ?? '')))

  if (order.length === 0) return <p className={styles.none}>{texts.none}</p>
  return (
    <>
      <p className={styles.help}>{mayWrite ? texts.help : m.form_read_only()}</p>
      <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
        <SortableContext items={order} strategy={verticalListSortingStrategy}>
          <ol className={styles.list}>
            {order.map((id, index) => {
              const record = byId.get(id)
              return (
                <Line
                  key={id}
                  id={id}
                  name={record?.name ?? ''}
                  note={record && note?.(record, index)}
                  isFirst={index === 0}
                  isLast={index === order.length - 1}
                  move={mayWrite ? (by) => move(index, index + by) : undefined}
                />
              )
            })}
          </ol>
        </SortableContext>
      </DndContext>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </>
  )
}

interface LineProps {
  id: string
  name: string
  note: string | undefined
  isFirst: boolean
  isLast: boolean
  /** Undefined for users with read access only. */
  move: ((by: 1 | -1) => void) | undefined
}

function Line({ id, name, note, isFirst, isLast, move }: LineProps) {
  const { setNodeRef, listeners, transform, transition, isDragging } = useSortable({ id, disabled: !move })
  const press = (event: KeyboardEvent) => {
    if (!move || !event.altKey || (pressedKey(event) !== 'ArrowUp' && pressedKey(event) !== 'ArrowDown')) return
    event.preventDefault()
    move(pressedKey(event) === 'ArrowUp' ? -1 : 1)
  }
  return (
    <li
      ref={setNodeRef}
      className={styles.line}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      onKeyDown={press}
    >
      {move && (
        <span className={styles.grip} {...listeners} aria-hidden="true">
          <Icon name="grip" />
        </span>
      )}
      <span className={styles.name}>
        {name}
        {note && <small>{note}</small>}
      </span>
      {move && (
        <>
          <UnstyledButton
            className={styles.act}
            disabled={isFirst}
            onClick={() => move(-1)}
            aria-label={m.form_move_up({ name })}
          >
            <Icon name="sortUp" size={14} />
          </UnstyledButton>
          <UnstyledButton
            className={styles.act}
            disabled={isLast}
            onClick={() => move(1)}
            aria-label={m.form_move_down({ name })}
          >
            <Icon name="sortDown" size={14} />
          </UnstyledButton>
        </>
      )}
    </li>
  )
}
