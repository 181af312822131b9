import { useRef } from 'react'
import { Link } from 'react-router'
import { LanguageLinks } from '#content/site/language-links.tsx'
import { localizePath } from '#content/site/localize-path.ts'
import { useDrawer } from '#content/site/use-drawer.ts'
import { useLoggedIn } from '#content/site/use-logged-in.ts'
import { m } from '#messages/messages.js'
import type { PublicSetting } from '#platform/settings/contract.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { Icon } from '#ui/controls/icon.tsx'
import { foreignLang } from '#ui/format/language-attributes.ts'
import { SearchField } from '../search/search-field.tsx'
import { getChatLink } from './chat-link.ts'
import { FirmLogo } from './firm-logo.tsx'
import styles from './menu-drawer.module.css'
import type { MenuGroup } from './site-menu.ts'

export const menuDrawerId = 'drawer'

interface DrawerProps {
  groups: MenuGroup[]
  setting: PublicSetting
  /** Path of the page without locale. */
  address: string
}

function Group({ group, address }: { group: MenuGroup; address: string }) {
  const getAriaCurrent = (to: string) => (to === address ? 'page' : undefined)
  if (!group.items.length)
    return (
      <Link className={styles.row} to={localizePath(group.to)} aria-current={getAriaCurrent(group.to)}>
        {group.title}
      </Link>
    )
  return (
    <details name="drawer-menu">
      <summary className={styles.row}>
        {group.title}
        <Icon name="chevron-down" />
      </summary>
      <ul className={styles.items}>
        {group.items.map((item) => (
          <li key={item.to}>
            <Link
              className={styles.item}
              to={localizePath(item.to)}
              lang={item.lang}
              aria-current={getAriaCurrent(item.to)}
            >
              {item.title}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}

export function MenuDrawer({ groups, setting, address }: DrawerProps) {
  const drawer = useRef<HTMLDialogElement>(null)
  const member = useLoggedIn()
  const chat = getChatLink(setting)
  useDrawer(drawer, menuDrawerId)
  return (
    <dialog
      ref={drawer}
      id={menuDrawerId}
      popover="auto"
      className={styles.drawer}
      data-ground="paper"
      aria-label={m.site_menu()}
    >
      <div className={styles.inside}>
        <div className={styles.head}>
          <span lang={foreignLang(setting.lang)}>
            <FirmLogo name={setting.name} />
          </span>
          <IconButton
            icon="close"
            label={m.site_menu_close()}
            command="close"
            commandfor={menuDrawerId}
            popoverTarget={menuDrawerId}
            popoverTargetAction="hide"
          />
        </div>
        <div className={styles.middle}>
          {setting.modules.firm && <SearchField onDone={() => drawer.current?.close()} />}
          <nav aria-label={m.site_menu()}>
            <ul className={styles.groups}>
              {groups.map((group) => (
                <li key={group.to}>
                  <Group group={group} address={address} />
                </li>
              ))}
            </ul>
          </nav>
          <div className={styles.meta}>
            <LanguageLinks className={styles.languages} linkClassName={styles.language} />
            <Link className={styles.login} to={localizePath(member ? '/me' : '/login')}>
              {member ? m.site_me() : m.site_login()}
            </Link>
          </div>
        </div>
        <div className={styles.acts}>
          {setting.modules.firm && (
            <Link className={styles.consult} to={localizePath('/consult')}>
              {m.site_consult()}
            </Link>
          )}
          <a className={styles.act} href={`tel:${setting.phone}`}>
            <Icon name="phone" small />
            {m.site_call()}
          </a>
          {chat && (
            <a className={styles.act} href={chat.to} target="_blank" rel="noopener">
              <Icon name="chat" small />
              {m.site_chat_short()}
            </a>
          )}
        </div>
      </div>
    </dialog>
  )
}
