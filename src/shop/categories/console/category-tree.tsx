import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  type DragMoveEvent,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { Button, VisuallyHidden } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { showError } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { Screen } from '#console/kit/screen/screen.tsx'
import { FailureNotice } from '#console/kit/screen/screen-notice.tsx'
import { useMayWrite } from '#console/kit/use-rights.ts'
import { m } from '#messages/messages.js'
import { refusalMessage } from '#session/error-message.ts'
import type { Category } from '../contract.ts'
import { type Branch, buildTree, dropIndex, moveBranch, type Step, stepBranch } from '../rules.ts'
import styles from './category-tree.module.css'
import { TreeRow } from './category-tree-row.tsx'
import { client, resource, treeKey, useCategories } from './resource.tsx'

/** Horizontal drag distance of one level, in px. */
const levelWidth = 28

const create = '/console/shop/categories/create'

/** Category tree of the shop; order and levels change by dragging, by buttons, or with Alt and the arrow keys. */
export default function CategoryTree() {
  const { data, error, refetch } = useCategories()
  const mayWrite = useMayWrite(resource.access)
  return (
    <Screen
      title={m.categories_title()}
      note={data && m.categories_count({ count: data.length })}
      actions={
        mayWrite && (
          <Button component={Link} to={create} variant="filled" leftSection={<Icon name="add" />}>
            {m.categories_create()}
          </Button>
        )
      }
      hasNoMargin
    >
      {error ? (
        <FailureNotice error={error} onRetry={refetch} />
      ) : (
        data && <Tree rows={data} mayWrite={mayWrite} reread={() => void refetch()} />
      )}
    </Screen>
  )
}

interface TreeProps {
  rows: readonly Category[]
  mayWrite: boolean
  reread: () => void
}

/** Saves each move immediately; a refused move restores the tree of the server. */
function Tree({ rows, mayWrite, reread }: TreeProps) {
  const queries = useQueryClient()
  const [moved, setMoved] = useState<readonly Branch[] | null>(null)
  const [aim, setAim] = useState<{ id: string; depth: number } | null>(null)
  const [announcement, announce] = useState('')
  const saving = useRef<Promise<unknown>>(Promise.resolve())
  /** Number of the latest move. After a refusal, moves up to this number are not sent. */
  const turn = useRef(0)
  const refused = useRef(0)
  const versions = useRef(rows)
  if (!moved) versions.current = rows
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }))
  const tree = moved ?? buildTree(rows)
  const byId = new Map(rows.map((row) => [row._id, row]))
  const nameOf = (id: string) => byId.get(id)?.name.ko ?? ''

  const keep = (next: readonly Branch[]) => {
    turn.current += 1
    const own = turn.current
    // Saves run one after another: each needs the versions that the previous one returned.
    saving.current = saving.current.then(async () => {
      if (own <= refused.current) return
      const stampOf = new Map(versions.current.map(({ _id, updatedAt }) => [_id, updatedAt]))
      const categories = next.map(({ _id, parent }) => ({ _id, parent, updatedAt: stampOf.get(_id) ?? '' }))
      try {
        versions.current = (await client.arrange({ body: { categories } })).categories
        if (own !== turn.current) return
        queries.setQueryData(treeKey, versions.current)
        setMoved(null)
      } catch (error) {
        refused.current = turn.current
        showError(refusalMessage(error))
        setMoved(null)
        reread()
      }
    })
  }
  const move = (id: string, next: readonly Branch[]) => {
    const own = next.find(({ _id }) => _id === id)
    if (next === tree || !own) return
    setMoved(next)
    const place = next.filter(({ parent }) => parent === own.parent).findIndex(({ _id }) => _id === id) + 1
    announce(
      own.parent
        ? m.categories_moved_below({ name: nameOf(id), parent: nameOf(own.parent), place })
        : m.categories_moved({ name: nameOf(id), place }),
    )
    keep(next)
  }
  const previewDrop = ({ active, over, delta }: DragEndEvent | DragMoveEvent): readonly Branch[] => {
    const id = String(active.id)
    const depth = tree.find(({ _id }) => _id === id)?.depth ?? 0
    return moveBranch(
      tree,
      id,
      dropIndex(tree, id, String(over?.id ?? id)),
      Math.max(0, depth + Math.round(delta.x / levelWidth)),
    )
  }

  if (tree.length === 0) return <p className={styles.none}>{m.categories_none()}</p>
  return (
    <>
      {mayWrite && <p className={styles.help}>{m.categories_help()}</p>}
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragMove={(event) => {
          const id = String(event.active.id)
          setAim({ id, depth: previewDrop(event).find(({ _id }) => _id === id)?.depth ?? 0 })
        }}
        onDragCancel={() => setAim(null)}
        onDragEnd={(event) => {
          setAim(null)
          move(String(event.active.id), previewDrop(event))
        }}
      >
        <SortableContext items={tree.map(({ _id }) => _id)} strategy={verticalListSortingStrategy}>
          <ol className={styles.list}>
            {tree.map(({ _id, depth }) => {
              const row = byId.get(_id)
              const can = (step: Step) => stepBranch(tree, _id, step) !== tree
              return (
                row && (
                  <TreeRow
                    key={_id}
                    row={row}
                    depth={aim?.id === _id ? aim.depth : depth}
                    can={mayWrite ? can : null}
                    step={(step) => move(_id, stepBranch(tree, _id, step))}
                  />
                )
              )
            })}
          </ol>
        </SortableContext>
      </DndContext>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </>
  )
}
