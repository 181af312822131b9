import { type ReactNode, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { useHeaderMenus } from '#content/site/use-header-menus.ts'
import { nominalPath } from '#kit/web/addresses/site-locations.ts'
import { m } from '#messages/messages.js'
import { IconButton } from '#ui/controls/button.tsx'
import { localizePath } from '../../localize-path.ts'
import { getDrawerId, getLogoName, type MenuEntry, type SiteIdentity } from '../site-identity.ts'
import { MenuDrawer } from './menu-drawer.tsx'
import { MenuLinks } from './menu-links.tsx'
import styles from './site-header.module.css'
import { SiteLogo } from './site-logo.tsx'

interface Props {
  site: SiteIdentity
  menu: readonly MenuEntry[]
  /** The site's own menu in a second row, used while the main bar lists the trade sites. */
  below?: readonly MenuEntry[]
  /** Entries that only the drawer shows, after those of the menu. */
  more?: readonly MenuEntry[]
  /** Icons beside the drawer button, below 1200 px. */
  compact: ReactNode
  /** Tools on the right from 1200 px: components of `tools.tsx`. */
  tools: ReactNode
  /** Actions fixed at the bottom of the drawer. */
  acts?: ReactNode
}

/** Header of a trade site, with its drawer. */
export function SiteHeader({ site, menu, below = [], more = [], compact, tools, acts }: Props) {
  const { pathname } = useLocation()
  const address = nominalPath(pathname)
  const header = useRef<HTMLElement>(null)
  useHeaderMenus(header, pathname)
  const id = getDrawerId(site)
  return (
    <>
      <header ref={header} className={styles.header}>
        <div className={styles.bar}>
          <Link
            className={styles.home}
            to={localizePath(site.home)}
            aria-label={m.hall_home({ name: getLogoName(site) })}
          >
            <SiteLogo site={site} />
          </Link>
          <nav className={styles.nav} aria-label={m.hall_menu()}>
            <MenuLinks menu={menu} address={address} className={styles.places} linkClassName={styles.place} />
          </nav>
          <div className={styles.tools}>{tools}</div>
          <div className={styles.compact}>
            {compact}
            <IconButton
              icon="menu"
              label={m.hall_menu_open()}
              aria-haspopup="dialog"
              command="show-modal"
              commandfor={id}
              popoverTarget={id}
            />
          </div>
        </div>
      </header>
      {below.length > 0 && (
        <nav className={styles.below} aria-label={site.name()}>
          <MenuLinks menu={below} address={address} className={styles.belowPlaces} linkClassName={styles.belowPlace} />
        </nav>
      )}
      <MenuDrawer site={site} menu={[...below, ...menu, ...more]} address={address} acts={acts} />
    </>
  )
}
