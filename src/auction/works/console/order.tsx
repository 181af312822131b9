import { closestCenter, DndContext, type DragEndEvent, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { Button, Select, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { whyOf } from '#auction/programs/console/resource.tsx'
import { useReload } from '#console/kit/list/use-reload.ts'
import { FailedNotice } from '#console/kit/notice.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { sayWrong } from '#console/kit/parts/toast.tsx'
import { useMayWrite } from '#console/kit/rights.ts'
import { Screen } from '#console/kit/screen.tsx'
import { m } from '#messages/messages.js'
import { type WorkLine, works } from '../contract.ts'
import { usePrograms } from './choose-field.tsx'
import styles from './order.module.css'
import { client, resource } from './resource.tsx'

/** All works of a programme, by lot; a hundred a page, as many pages as there are. */
const readAll = async (program: string, signal: AbortSignal): Promise<WorkLine[]> => {
  const read: WorkLine[] = []
  for (let page = 1; ; page += 1) {
    const answer = await client.list({ query: { program, page, limit: 100, sort: 'lot' } }, { signal })
    read.push(...answer.works)
    if (read.length >= answer.total || answer.works.length === 0) return read
  }
}

/** The order of the lots of a programme, from which their ends follow: by dragging, or with Alt and the arrow keys. */
export default function WorkOrder() {
  const [search, setSearch] = useSearchParams()
  const programs = usePrograms()
  const program = search.get('program') ?? programs[0]?._id ?? ''
  const { data, error, refetch } = useQuery({
    queryKey: [works.list.path, 'order', program],
    queryFn: ({ signal }) => readAll(program, signal),
    enabled: program !== '',
    refetchOnWindowFocus: false,
  })
  return (
    <Screen
      title={m.works_order()}
      before={
        <Button component={Link} to="/console/auction/works" variant="subtle" leftSection={<Icon name="back" />}>
          {m.works_title()}
        </Button>
      }
      note={
        <Select
          aria-label={m.works_program()}
          data={programs.map(({ _id, title }) => ({ value: _id, label: title.ko }))}
          value={program || null}
          onChange={(next) => next && setSearch({ program: next }, { replace: true })}
          allowDeselect={false}
        />
      }
      plain
    >
      {error ? (
        <FailedNotice error={error} again={refetch} />
      ) : (
        data && <Sortable key={program} program={program} records={data} reread={() => void refetch()} />
      )}
    </Screen>
  )
}

interface SortableProps {
  program: string
  records: readonly WorkLine[]
  reread: () => void
}

/** Each move is kept at once; one that was refused puts the list back as the server has it. */
function Sortable({ program, records, reread }: SortableProps) {
  const [order, setOrder] = useState(() => records.map(({ _id }) => _id))
  const [said, say] = useState('')
  const mayWrite = useMayWrite(resource.access)
  const saving = useRef<Promise<unknown>>(Promise.resolve())
  const reload = useReload(resource.path)
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }))
  const byId = new Map(records.map((record) => [record._id, record]))

  const move = (from: number, to: number) => {
    const id = order[from]
    if (id === undefined || to < 0 || to >= order.length || from === to) return
    const ids = order.toSpliced(from, 1).toSpliced(to, 0, id)
    setOrder(ids)
    say(m.works_order_moved({ name: byId.get(id)?.title.ko ?? '', place: to + 1 }))
    // One after the other: the last order is the one that stays.
    saving.current = saving.current
      .then(() => client.order({ params: { id: program }, body: { works: ids } }))
      .then(
        () => reload((part) => part !== 'order'),
        (error: unknown) => {
          sayWrong(whyOf(error))
          setOrder(records.map(({ _id }) => _id))
          reread()
        },
      )
  }
  const drop = ({ active, over }: DragEndEvent) =>
    move(order.indexOf(String(active.id)), order.indexOf(String(over?.id ?? '')))

  if (order.length === 0) return <p className={styles.none}>{m.works_order_none()}</p>
  return (
    <>
      {mayWrite && <p className={styles.help}>{m.works_order_help()}</p>}
      <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
        <SortableContext items={order} strategy={verticalListSortingStrategy}>
          <ol className={styles.list}>
            {order.map((id, index) => (
              <Line
                key={id}
                id={id}
                name={byId.get(id)?.title.ko ?? ''}
                lot={index + 1}
                isFirst={index === 0}
                isLast={index === order.length - 1}
                move={mayWrite ? (by) => move(index, index + by) : undefined}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  )
}

interface LineProps {
  id: string
  name: string
  lot: number
  isFirst: boolean
  isLast: boolean
  /** Absent for who may only read. */
  move: ((by: 1 | -1) => void) | undefined
}

function Line({ id, name, lot, isFirst, isLast, move }: LineProps) {
  const { setNodeRef, listeners, transform, transition, isDragging } = useSortable({ id })
  const press = (event: KeyboardEvent) => {
    if (!move || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    move(event.key === 'ArrowUp' ? -1 : 1)
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
        <small>LOT {lot}</small>
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
