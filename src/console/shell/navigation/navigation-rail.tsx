import clsx from 'clsx'
import { Link } from 'react-router'
import { m } from '#messages/messages.js'
import { AccountMenu } from '../account/account-menu.tsx'
import { useSectionCount } from '../desk/use-today.ts'
import type { Section } from './navigation.ts'
import styles from './navigation-rail.module.css'
import { Mark } from './product-mark.tsx'

interface RailProps {
  sections: readonly Section[]
  currentKey: Section['key'] | undefined
  /** Opens a section's pane above the screen; undefined while the pane is docked. */
  onSection: ((key: Section['key']) => void) | undefined
  overlay: Section['key'] | null
}

/** Section tabs, two syllables, no icons; the open tab has the color of the sheet behind it. */
export function Rail({ sections, currentKey, onSection, overlay }: RailProps) {
  const sectionCount = useSectionCount()
  return (
    <header className={styles.rail}>
      <a className={styles.mark} href="/" aria-label={m.shell_site()}>
        <Mark size={30} />
      </a>
      <nav aria-label={m.shell_sections()}>
        <ul className={styles.tabs}>
          {sections.map((section) => {
            const count = sectionCount(section.key)
            const open = (overlay ?? currentKey) === section.key
            const content = (
              <>
                {section.label()}
                {count > 0 && <span className={styles.count}>{count}</span>}
              </>
            )
            return (
              <li key={section.key}>
                {onSection && section.places.length > 1 ? (
                  <button
                    type="button"
                    className={clsx(styles.tab, open && styles.open)}
                    aria-expanded={overlay === section.key}
                    aria-current={currentKey === section.key ? 'true' : undefined}
                    onClick={() => onSection(section.key)}
                  >
                    {content}
                  </button>
                ) : (
                  <Link
                    className={clsx(styles.tab, open && styles.open)}
                    to={section.places[0]?.to ?? '/console/dashboard'}
                    aria-current={currentKey === section.key ? 'true' : undefined}
                  >
                    {content}
                  </Link>
                )}
              </li>
            )
          })}
        </ul>
      </nav>
      <div className={styles.person}>
        <AccountMenu />
      </div>
    </header>
  )
}
