import { UnstyledButton } from '@mantine/core'
import { useLocation } from 'react-router'
import { Icon } from '#console/kit/parts/icon.tsx'
import { PlaceLink } from '#console/kit/parts/place-link.tsx'
import { useRecent } from '#console/kit/recent-screens.ts'
import { m } from '#messages/messages.js'
import { countWaiting, useCountOf, useToday } from '../desk/use-today.ts'
import { Status } from '../layout/status-bar.tsx'
import { openPalette } from '../palette/open-palette.ts'
import { isCurrentPlace, pathOf, type Section } from './navigation.ts'
import styles from './navigation-pane.module.css'

interface PaneProps {
  section: Section
  onFold?: (() => void) | undefined
  onDock?: (() => void) | undefined
  onNavigate?: () => void
}

/** Places of a section with their counts. */
export function Pane({ section, onFold, onDock, onNavigate }: PaneProps) {
  const { pathname, search } = useLocation()
  const { data: today } = useToday()
  const countOf = useCountOf()
  const recent = useRecent()
  const toggle = onFold ?? onDock
  // A place with a matching query wins over one without; of nested places the inner one wins.
  const currentPlace = section.places
    .filter((place) => isCurrentPlace(place, pathname, search))
    .sort((one, other) => other.to.length - one.to.length)
  const query = new URLSearchParams(search)
  const open =
    currentPlace.find(({ to }) => to.includes('?')) ??
    currentPlace.find((place) => !(place.beneath && pathname === pathOf(place) && query.has(place.beneath.query)))
  return (
    <aside className={styles.pane} aria-label={section.label()}>
      <div className={styles.head}>
        <span className={styles.title}>{section.label()}</span>
        {toggle && (
          <UnstyledButton
            className={styles.fold}
            aria-label={onFold ? m.shell_fold() : m.shell_unfold()}
            title={onFold ? m.shell_fold() : m.shell_unfold()}
            onClick={toggle}
          >
            <svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" aria-hidden="true">
              <path d={`M2 2.5h12v11H2zM6 2.5v11${onFold ? 'M11.5 6l-2 2 2 2' : 'M9.5 6l2 2-2 2'}`} />
            </svg>
          </UnstyledButton>
        )}
      </div>
      <UnstyledButton className={styles.find} onClick={() => openPalette()}>
        <Icon name="search" />
        <span>{m.shell_find()}</span>
        <kbd>Ctrl K</kbd>
      </UnstyledButton>
      <nav className={styles.places} aria-label={m.shell_places({ section: section.label() })}>
        <ul>
          {section.places.map((place) => {
            const Beneath = place.beneath?.component
            const total = place.to === '/console/dashboard' && today ? countWaiting(today) : countOf(place.count)
            return (
              <li key={place.to}>
                <PlaceLink
                  to={place.to}
                  label={place.label()}
                  count={total}
                  isOpen={place === open}
                  onNavigate={onNavigate}
                />
                {Beneath && <Beneath onNavigate={onNavigate} />}
              </li>
            )
          })}
        </ul>
        {section.key === 'today' && recent.length > 0 && (
          <>
            <p className={styles.group}>{m.shell_recent()}</p>
            <ul>
              {recent.map(({ to, title }) => (
                <li key={to}>
                  <PlaceLink to={to} label={title} onNavigate={onNavigate} />
                </li>
              ))}
            </ul>
          </>
        )}
      </nav>
      <Status />
    </aside>
  )
}
