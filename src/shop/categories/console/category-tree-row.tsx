import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { UnstyledButton } from '@mantine/core'
import type { CSSProperties, KeyboardEvent } from 'react'
import { Link } from 'react-router'
import { Icon } from '#console/kit/parts/icon.tsx'
import { StateMark } from '#console/kit/parts/state-mark.tsx'
import { m } from '#messages/messages.js'
import { pressedKey } from '#ui/browser/keyboard.ts'
import type { Category } from '../contract.ts'
import type { Step } from '../rules.ts'
import styles from './category-tree.module.css'

const keys: Partial<Record<string, Step>> = { ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'in', ArrowLeft: 'out' }

const signs = { up: 'sortUp', down: 'sortDown', out: 'left', in: 'right' } as const
const stepLabels: Record<Step, (said: { name: string }) => string> = {
  up: m.form_move_up,
  down: m.form_move_down,
  out: m.categories_move_out,
  in: m.categories_move_in,
}
const steps = ['up', 'down', 'out', 'in'] as const

interface TreeRowProps {
  row: Category
  depth: number
  /** Null if the account may only read. */
  can: ((step: Step) => boolean) | null
  step: (step: Step) => void
}

/** Tree row: name, product count, and buttons to move the category. */
export function TreeRow({ row, depth, can, step }: TreeRowProps) {
  const { setNodeRef, listeners, transform, transition, isDragging } = useSortable({ id: row._id, disabled: !can })
  const name = row.name.ko
  const press = (event: KeyboardEvent) => {
    const direction = event.altKey ? keys[pressedKey(event)] : undefined
    if (!can || !direction) return
    event.preventDefault()
    step(direction)
  }
  const place: CSSProperties & { '--depth': number } = {
    '--depth': depth,
    transform: CSS.Translate.toString(transform),
    ...(transition && { transition }),
  }
  return (
    <li
      ref={setNodeRef}
      className={styles.line}
      data-dragging={isDragging || undefined}
      style={place}
      onKeyDown={press}
    >
      {can && (
        <span className={styles.grip} {...listeners} aria-hidden="true">
          <Icon name="grip" />
        </span>
      )}
      <span className={styles.name}>
        <Link to={`/console/shop/categories/${row._id}`}>{name}</Link>
        <small>{row.key}</small>
      </span>
      {!row.visible && <StateMark mark="hidden">{m.list_state_hidden()}</StateMark>}
      <span className={styles.goods}>{m.categories_goods({ count: row.goods })}</span>
      {can && (
        <span className={styles.actions}>
          {steps.map((one) => (
            <UnstyledButton
              key={one}
              className={styles.act}
              disabled={!can(one)}
              onClick={() => step(one)}
              aria-label={stepLabels[one]({ name })}
            >
              <Icon name={signs[one]} size={14} />
            </UnstyledButton>
          ))}
        </span>
      )}
    </li>
  )
}
