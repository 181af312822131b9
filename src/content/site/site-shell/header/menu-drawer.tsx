import { type ReactNode, useRef } from 'react'
import { LanguageLinks } from '#content/site/language-links.tsx'
import { useDrawer } from '#content/site/use-drawer.ts'
import { m } from '#messages/messages.js'
import { IconButton } from '#ui/controls/button.tsx'
import { getDrawerId, type MenuEntry, type SiteIdentity } from '../site-identity.ts'
import { AccountLink } from './header-tools.tsx'
import styles from './menu-drawer.module.css'
import { MenuLinks } from './menu-links.tsx'
import { SiteLogo } from './site-logo.tsx'

interface Props {
  site: SiteIdentity
  menu: readonly MenuEntry[]
  address: string
  /** Actions fixed at the bottom. */
  acts?: ReactNode
}

/** Menu below 1200 px: navigation, languages, log-in. */
export function MenuDrawer({ site, menu, address, acts }: Props) {
  const drawer = useRef<HTMLDialogElement>(null)
  const id = getDrawerId(site)
  useDrawer(drawer, id)
  return (
    <dialog ref={drawer} id={id} popover="auto" className={styles.drawer} aria-label={m.hall_menu()}>
      <div className={styles.inside}>
        <div className={styles.head}>
          <SiteLogo site={site} />
          <IconButton
            icon="close"
            label={m.hall_menu_close()}
            command="close"
            commandfor={id}
            popoverTarget={id}
            popoverTargetAction="hide"
          />
        </div>
        <nav aria-label={m.hall_menu()}>
          <MenuLinks menu={menu} address={address} className={styles.places} linkClassName={styles.place} />
        </nav>
        <div className={styles.meta}>
          <LanguageLinks className={styles.languages} linkClassName={styles.language} />
          <AccountLink className={styles.login} />
        </div>
        {acts && <div className={styles.acts}>{acts}</div>}
      </div>
    </dialog>
  )
}
