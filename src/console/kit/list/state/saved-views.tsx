import { Button, Popover, TextInput, UnstyledButton } from '@mantine/core'
import clsx from 'clsx'
import { useState } from 'react'
import { z } from 'zod'
import { m } from '#messages/messages.js'
import { Icon } from '../../parts/icon.tsx'
import { useStored } from '../../parts/values/account-storage.ts'
import { isFiltered, isViewShown, type ListState, type View, viewState } from './list-address.ts'
import styles from './saved-views.module.css'
import { type CountableResource, useCounts } from './use-list.ts'

const SavedViews = z.array(
  z.object({
    key: z.string(),
    title: z.string().max(40),
    q: z.string().optional(),
    sort: z.string().optional(),
    filters: z.record(z.string(), z.string()).optional(),
  }),
)
const none: z.infer<typeof SavedViews> = []

/** The user's saved views of a list, stored in this browser. */
export const useSavedViews = ({ path }: Pick<CountableResource, 'path'>) => {
  const [saved, keep] = useStored(`views:${path}`, SavedViews, none)
  return {
    saved,
    add: (title: string, { q, filters, sort }: ListState, order: string | undefined) =>
      keep([...saved, { key: `own-${Date.now()}`, title, q, filters, ...(sort && sort !== order && { sort }) }]),
    remove: (removed: string) => keep(saved.filter(({ key }) => key !== removed)),
  }
}

interface ViewsProps {
  resource: CountableResource
  views: readonly View[]
  state: ListState
  order: string | undefined
  change: (next: ListState) => void
}

/** View tabs: the module's, then the user's. A modified view can be saved under a name. */
export function Views({ resource, views, state, order, change }: ViewsProps) {
  const { saved, add, remove } = useSavedViews(resource)
  const all = [{ key: 'all', title: m.list_view_all() }, ...views, ...saved]
  const current = all.find((view) => isViewShown(state, view, order))
  const counts = useCounts(
    resource,
    all.map((view) => viewState(state, view, order)),
  )
  if (views.length === 0 && saved.length === 0 && !isFiltered(state)) return null
  return (
    <div className={styles.views}>
      <nav className={styles.tabs} aria-label={m.list_views()}>
        {all.map((view, index) => (
          <span key={view.key} className={clsx(styles.tab, view === current && styles.tabOn)}>
            <UnstyledButton
              className={styles.tabName}
              aria-current={view === current ? 'page' : undefined}
              onClick={() => change(viewState(state, view, order))}
            >
              {view.title} <span className={styles.tabCount}>{counts[index]?.toLocaleString()}</span>
            </UnstyledButton>
            {view === current && saved.some(({ key }) => key === view.key) && (
              <UnstyledButton
                className={styles.tabRemove}
                aria-label={m.list_view_remove({ name: view.title })}
                onClick={() => remove(view.key)}
              >
                <Icon name="close" size={12} />
              </UnstyledButton>
            )}
          </span>
        ))}
      </nav>
      {!current && <SaveView save={(title) => add(title, state, order)} />}
    </div>
  )
}

/** Saves the current state as a named view. */
export function SaveView({ save }: { save: (title: string) => void }) {
  const [opened, setOpened] = useState(false)
  const [title, setTitle] = useState('')
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus>
      <Popover.Target>
        <UnstyledButton className={styles.saveView} onClick={() => setOpened(!opened)}>
          <Icon name="bookmark" /> {m.list_view_save()}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          className={styles.saveViewForm}
          onSubmit={(event) => {
            event.preventDefault()
            if (!title.trim()) return
            save(title.trim())
            setTitle('')
            setOpened(false)
          }}
        >
          <TextInput
            data-autofocus
            label={m.list_view_name()}
            value={title}
            maxLength={40}
            onChange={({ currentTarget }) => setTitle(currentTarget.value)}
          />
          <Button type="submit" variant="filled">
            {m.form_save()}
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
