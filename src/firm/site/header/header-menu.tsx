import { clsx } from 'clsx'
import { useState } from 'react'
import { Link } from 'react-router'
import { localizePath } from '#content/site/localize-path.ts'
import { Picture } from '#ui/media/picture.tsx'
import styles from './header-menu.module.css'
import type { MenuGroup } from './site-menu.ts'

const isWithin = (address: string, group: MenuGroup): boolean =>
  [group.to, ...group.items.map((item) => item.to)].some((to) => {
    const path = to.split('#')[0] ?? to
    return address === path || address.startsWith(`${path}/`)
  })

/** Top-level menu entry: a link, or a full-width panel with its sub-entries. */
export function HeaderMenu({ group, address }: { group: MenuGroup; address: string }) {
  const [pointed, setPointed] = useState(0)
  const here = isWithin(address, group)
  if (!group.items.length)
    return (
      <Link className={styles.group} to={localizePath(group.to)} aria-current={here ? 'page' : undefined}>
        <span className={group.short && styles.long}>{group.title}</span>
        {group.short && <span className={styles.short}>{group.short}</span>}
      </Link>
    )
  const picture = group.items[pointed]?.picture ?? group.items.find((item) => item.picture)?.picture
  return (
    <details className={styles.menu} name="header-menu" data-hover>
      <summary className={clsx(styles.group, here && styles.here)}>{group.title}</summary>
      <div className={styles.panel} data-ground="paper">
        <div className={styles.grid}>
          <div className={styles.head}>
            <p className={styles.title}>{group.title}</p>
            {group.lead && <p className={styles.lead}>{group.lead}</p>}
          </div>
          <ul className={styles.items}>
            {group.items.map((item, at) => (
              <li key={item.to}>
                <Link
                  className={styles.item}
                  to={localizePath(item.to)}
                  lang={item.lang}
                  onPointerEnter={() => setPointed(at)}
                  onFocus={() => setPointed(at)}
                >
                  <span className={styles.itemTitle}>{item.title}</span>
                  {item.lead && <span className={styles.itemLead}>{item.lead}</span>}
                </Link>
              </li>
            ))}
          </ul>
          {picture && <Picture className={styles.picture} picture={picture} alt="" sizes="296px" />}
        </div>
      </div>
    </details>
  )
}
