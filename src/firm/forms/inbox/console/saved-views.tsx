import { UnstyledButton } from '@mantine/core'
import { isViewShown, type ListState, viewState } from '#console/kit/list/state/list-address.ts'
import { SaveView, useSavedViews } from '#console/kit/list/state/saved-views.tsx'
import { useCounts } from '#console/kit/list/state/use-list.ts'
import { Icon } from '#console/kit/parts/icon.tsx'
import { m } from '#messages/messages.js'
import { resource } from '../../console/request-resource.tsx'
import styles from './request-list.module.css'

/** Saved views of the user, below the states; other filters can be saved under a name. */
export function SavedViews({ state, change }: { state: ListState; change: (next: ListState) => void }) {
  const { saved, add, remove } = useSavedViews(resource)
  const current = saved.find((view) => isViewShown(state, view, undefined))
  const counts = useCounts(
    resource,
    saved.map((view) => viewState(state, view, undefined)),
  )
  const isOwn = state.q !== '' || Object.keys(state.filters).some((name) => name !== 'state')
  if (saved.length === 0 && !isOwn) return null
  return (
    <div className={styles.own}>
      {saved.length > 0 && (
        <nav className={styles.ownViews} aria-label={m.list_views()}>
          {saved.map((view, index) => (
            <span key={view.key} className={styles.ownView} data-on={view === current || undefined}>
              <UnstyledButton
                aria-current={view === current ? 'page' : undefined}
                onClick={() => change(viewState(state, view, undefined))}
              >
                {view.title} <span className={styles.ownCount}>{counts[index]?.toLocaleString()}</span>
              </UnstyledButton>
              {view === current && (
                <UnstyledButton
                  className={styles.ownRemove}
                  aria-label={m.list_view_remove({ name: view.title })}
                  onClick={() => remove(view.key)}
                >
                  <Icon name="close" size={12} />
                </UnstyledButton>
              )}
            </span>
          ))}
        </nav>
      )}
      {isOwn && !current && <SaveView save={(title) => add(title, state, undefined)} />}
    </div>
  )
}
