import { useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { LanguageLinks, languageName } from '#content/site/language-links.tsx'
import { useMenus } from '#content/site/use-header-menus.ts'
import { useMember } from '#content/site/use-logged-in.ts'
import { nominalPath } from '#kit/web/addresses/site-locations.ts'
import { m } from '#messages/messages.js'
import { IconButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { foreign } from '#ui/language.ts'
import { place } from '../layout/firm-paths.ts'
import type { ShellData } from '../layout/load-layout.ts'
import { SearchField } from '../search/search-field.tsx'
import { contactOf } from './contact-link.ts'
import styles from './firm-header.module.css'
import { Logo } from './firm-logo.tsx'
import { HeaderMenu } from './header-menu.tsx'
import { Drawer, drawerId } from './menu-drawer.tsx'
import { useHeaderState } from './use-header-state.ts'

/** Phone, chat or form, language, search and log-in; from 1200 px. */
function Tools({ setting }: Pick<ShellData, 'setting'>) {
  const member = useMember()
  const contact = contactOf(setting)
  return (
    <div className={styles.tools}>
      <a
        className={styles.phone}
        href={`tel:${setting.phone}`}
        aria-label={m.site_call_number({ phone: setting.phone })}
      >
        {setting.phone}
      </a>
      {contact && (
        <a className={styles.chat} href={place(contact.to)}>
          <Icon name={contact.icon} small />
          {contact.words}
        </a>
      )}
      <span className={styles.divider} aria-hidden="true" />
      <details className={styles.language} name="header-menu">
        <summary className={styles.tool} aria-label={`${m.site_language()}: ${languageName()}`}>
          {languageName()}
        </summary>
        <LanguageLinks className={styles.languages} linkClassName={styles.languageLink} />
      </details>
      {setting.modules.firm && (
        <details className={styles.search} name="header-menu">
          <summary className={styles.searchSign} aria-label={m.site_search()}>
            <Icon name="search" />
          </summary>
          <div className={styles.searchPanel} data-ground="paper">
            <SearchField className={styles.searchField} />
          </div>
        </details>
      )}
      <Link className={styles.tool} to={place(member ? '/me' : '/login')}>
        {member ? m.site_me() : m.site_login()}
      </Link>
    </div>
  )
}

/** Phone, chat or form, and the drawer button; below 1200 px. */
function CompactTools({ setting }: Pick<ShellData, 'setting'>) {
  const contact = contactOf(setting)
  return (
    <div className={styles.compact}>
      <a
        className={styles.sign}
        href={`tel:${setting.phone}`}
        aria-label={m.site_call_number({ phone: setting.phone })}
      >
        <Icon name="phone" />
      </a>
      {contact && (
        <a className={styles.sign} href={place(contact.to)} aria-label={contact.words}>
          <Icon name={contact.icon} />
        </a>
      )}
      <IconButton
        icon="menu"
        label={m.site_menu_open()}
        aria-haspopup="dialog"
        command="show-modal"
        commandfor={drawerId}
        popoverTarget={drawerId}
      />
    </div>
  )
}

export function Header({ shell }: { shell: ShellData }) {
  const { pathname } = useLocation()
  const bare = nominalPath(pathname)
  const light = bare === '/'
  const header = useRef<HTMLElement>(null)
  useHeaderState(header, pathname)
  useMenus(header, pathname)
  const { setting, menu } = shell
  return (
    <>
      <header
        ref={header}
        className={styles.header}
        data-ground={light ? 'ink' : 'paper'}
        data-light={light}
        data-scrolled="false"
      >
        <div className={styles.bar}>
          <Link className={styles.home} to={place('/')} aria-label={m.site_home({ name: setting.name })}>
            <span lang={foreign(setting.lang)}>
              <Logo name={setting.name} />
            </span>
          </Link>
          <nav className={styles.nav} aria-label={m.site_menu()}>
            <ul className={styles.groups}>
              {menu.map((group) => (
                <li key={group.to}>
                  <HeaderMenu group={group} address={bare} />
                </li>
              ))}
            </ul>
          </nav>
          <Tools setting={setting} />
          <CompactTools setting={setting} />
        </div>
      </header>
      <Drawer groups={menu} setting={setting} address={bare} />
    </>
  )
}
