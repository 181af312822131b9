import { closestCenter, DndContext, type DragEndEvent, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { Button, Tabs, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useReload } from '#console/kit/list/use-reload.ts'
import { FailedNotice } from '#console/kit/notice.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { sayWrong } from '#console/kit/parts/toast.tsx'
import { useMayWrite } from '#console/kit/rights.ts'
import { Screen } from '#console/kit/screen.tsx'
import { m } from '#messages/messages.js'
import { type Faq, faqs, type QuestionType, questionTypes } from '../contract.ts'
import styles from './order.module.css'
import { client, resource, typeWords } from './resource.tsx'

const isType = (text: string | null): text is QuestionType => questionTypes.some((type) => type === text)

/** All questions of a type, in their order; a hundred a page, as many pages as there are. */
const readAll = async (type: QuestionType, signal: AbortSignal): Promise<Faq[]> => {
  const read: Faq[] = []
  for (let page = 1; ; page += 1) {
    const { faqs, total } = await client.list({ query: { type, page, limit: 100, sort: 'position' } }, { signal })
    read.push(...faqs)
    if (read.length >= total || faqs.length === 0) return read
  }
}

/** The order in which visitors see the questions of a type: by dragging, or with Alt and the arrow keys. */
export default function FaqOrder() {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('type')
  const type = isType(asked) ? asked : questionTypes[0]
  const { data, error, refetch } = useQuery({
    queryKey: [faqs.list.path, 'order', type],
    queryFn: ({ signal }) => readAll(type, signal),
    refetchOnWindowFocus: false,
  })
  return (
    <Screen
      title={m.faqs_order()}
      before={
        <Button component={Link} to="/console/center/faqs" variant="subtle" leftSection={<Icon name="back" />}>
          {m.faqs_title()}
        </Button>
      }
      tabs={
        <Tabs value={type} onChange={(next) => next && setSearch({ type: next }, { replace: true })}>
          <Tabs.List>
            {questionTypes.map((one) => (
              <Tabs.Tab key={one} value={one}>
                {typeWords[one]()}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
      }
      plain
    >
      {error ? (
        <FailedNotice error={error} again={refetch} />
      ) : (
        data && <Sortable key={type} type={type} records={data} reread={() => void refetch()} />
      )}
    </Screen>
  )
}

interface SortableProps {
  type: QuestionType
  records: readonly Faq[]
  reread: () => void
}

/** Each move is kept at once; one that was refused puts the list back as the server has it. */
function Sortable({ type, records, reread }: SortableProps) {
  const [order, setOrder] = useState(() => records.map(({ _id }) => _id))
  const [said, say] = useState('')
  const saving = useRef<Promise<unknown>>(Promise.resolve())
  const reload = useReload(resource.path)
  const mayWrite = useMayWrite(resource.access)
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }))
  const byId = new Map(records.map((record) => [record._id, record]))

  const move = (from: number, to: number) => {
    const id = order[from]
    if (id === undefined || to < 0 || to >= order.length || from === to) return
    const ids = order.toSpliced(from, 1).toSpliced(to, 0, id)
    setOrder(ids)
    say(m.faqs_order_moved({ name: byId.get(id)?.question.ko ?? '', place: to + 1 }))
    // One after the other: the last order is the one that stays.
    saving.current = saving.current
      .then(() => client.order({ body: { type, ids } }))
      .then(
        () => reload((part) => part !== 'order'),
        (error: Error) => {
          sayWrong(error.message)
          setOrder(records.map(({ _id }) => _id))
          reread()
        },
      )
  }
  const drop = ({ active, over }: DragEndEvent) =>
    move(order.indexOf(String(active.id)), order.indexOf(String(over?.id ?? '')))

  if (order.length === 0) return <p className={styles.none}>{m.faqs_order_none()}</p>
  return (
    <>
      <p className={styles.help}>{mayWrite ? m.faqs_order_help() : m.form_read_only()}</p>
      <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
        <SortableContext items={order} strategy={verticalListSortingStrategy}>
          <ol className={styles.list}>
            {order.map((id, index) => (
              <Line
                key={id}
                id={id}
                name={byId.get(id)?.question.ko ?? ''}
                isHidden={byId.get(id)?.visible === false}
                isFirst={index === 0}
                isLast={index === order.length - 1}
                isFixed={!mayWrite}
                move={(by) => move(index, index + by)}
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
  isHidden: boolean
  isFirst: boolean
  isLast: boolean
  isFixed: boolean
  move: (by: 1 | -1) => void
}

function Line({ id, name, isHidden, isFirst, isLast, isFixed, move }: LineProps) {
  const { setNodeRef, listeners, transform, transition, isDragging } = useSortable({ id, disabled: isFixed })
  const press = (event: KeyboardEvent) => {
    if (isFixed || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
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
      <span className={styles.grip} {...listeners} aria-hidden="true">
        <Icon name="grip" />
      </span>
      <span className={styles.name}>
        {name}
        {isHidden && <small>{m.list_state_hidden()}</small>}
      </span>
      <UnstyledButton
        className={styles.act}
        disabled={isFixed || isFirst}
        onClick={() => move(-1)}
        aria-label={m.form_move_up({ name })}
      >
        <Icon name="sortUp" size={14} />
      </UnstyledButton>
      <UnstyledButton
        className={styles.act}
        disabled={isFixed || isLast}
        onClick={() => move(1)}
        aria-label={m.form_move_down({ name })}
      >
        <Icon name="sortDown" size={14} />
      </UnstyledButton>
    </li>
  )
}
