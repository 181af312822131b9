import { Drawer, UnstyledButton } from '@mantine/core'
import clsx from 'clsx'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { Icon } from '#console/kit/parts/icon.tsx'
import { m } from '#messages/messages.js'
import { AccountChoices } from '../account/account-choices.tsx'
import { useSectionCount } from '../desk/use-today.ts'
import { Status } from '../layout/status-bar.tsx'
import { openPalette } from '../palette/open-palette.ts'
import styles from './bottom-bar.module.css'
import type { Section } from './navigation.ts'

/** Number of sections with their own tab; the others are under "more". */
const direct = 3

/** Navigation on phones: three sections, search, and "more". */
export function BottomBar({
  sections,
  currentKey,
}: {
  sections: readonly Section[]
  currentKey: Section['key'] | undefined
}) {
  const [more, setMore] = useState(false)
  const sectionCount = useSectionCount()
  const shown = sections.slice(0, direct)
  const isShownDirectly = shown.some(({ key }) => key === currentKey)
  return (
    <>
      <nav className={styles.bar} aria-label={m.shell_sections()}>
        {shown.map((section) => {
          const count = sectionCount(section.key)
          const open = currentKey === section.key
          return (
            <Link
              key={section.key}
              className={clsx(styles.tab, open && styles.open)}
              to={section.places[0]?.to ?? '/console/dashboard'}
              aria-current={open ? 'true' : undefined}
            >
              {section.label()}
              {count > 0 && <span className={styles.count}>{count}</span>}
            </Link>
          )
        })}
        <UnstyledButton className={styles.tab} onClick={() => openPalette()}>
          {m.shell_find_short()}
        </UnstyledButton>
        <UnstyledButton
          className={clsx(styles.tab, !isShownDirectly && currentKey && styles.open)}
          aria-expanded={more}
          aria-haspopup="dialog"
          onClick={() => setMore(true)}
        >
          {m.shell_more()}
        </UnstyledButton>
      </nav>
      <Drawer
        opened={more}
        onClose={() => setMore(false)}
        position="bottom"
        size="auto"
        title={m.shell_more()}
        closeButtonProps={{ 'aria-label': m.shell_close() }}
      >
        <Places sections={sections} onNavigate={() => setMore(false)} />
        <div className={styles.own}>
          <AccountChoices onNavigate={() => setMore(false)} />
        </div>
        <Status />
      </Drawer>
    </>
  )
}

function Places({ sections, onNavigate }: { sections: readonly Section[]; onNavigate: () => void }) {
  const { pathname } = useLocation()
  return sections.map((section) => (
    <section key={section.key} className={styles.section}>
      <h2>{section.label()}</h2>
      <ul>
        {section.places.map((place) => (
          <li key={place.to}>
            <Link to={place.to} onClick={onNavigate} aria-current={pathname === place.to ? 'page' : undefined}>
              <span>{place.label()}</span>
              <Icon name="right" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  ))
}
