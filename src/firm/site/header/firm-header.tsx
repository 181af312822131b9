import { useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { getLanguageName, LanguageLinks } from '#content/site/language-links.tsx'
import { localizePath } from '#content/site/localize-path.ts'
import { useHeaderMenus } from '#content/site/use-header-menus.ts'
import { useLoggedIn } from '#content/site/use-logged-in.ts'
import { nominalPath } from '#kit/web/addresses/site-locations.ts'
import { m } from '#messages/messages.js'
import { IconButton } from '#ui/controls/button.tsx'
import { Icon } from '#ui/controls/icon.tsx'
import { foreignLang } from '#ui/format/language-attributes.ts'
import type { LayoutData } from '../layout/load-layout.ts'
import { SearchField } from '../search/search-field.tsx'
import { getChatLink } from './chat-link.ts'
import styles from './firm-header.module.css'
import { FirmLogo } from './firm-logo.tsx'
import { HeaderMenu } from './header-menu.tsx'
import { MenuDrawer, menuDrawerId } from './menu-drawer.tsx'
import { useHeaderState } from './use-header-state.ts'

/** Phone, chat, language, search and log-in; from 1200 px. */
function Tools({ setting }: Pick<LayoutData, 'setting'>) {
  const member = useLoggedIn()
  const chat = getChatLink(setting)
  return (
    <div className={styles.tools}>
      <a
        className={styles.phone}
        href={`tel:${setting.phone}`}
        aria-label={m.site_call_number({ phone: setting.phone })}
      >
        {setting.phone}
      </a>
      {chat && (
        <a className={styles.chat} href={chat.to} target="_blank" rel="noopener">
          <Icon name="chat" small />
          {chat.words}
        </a>
      )}
      <span className={styles.divider} aria-hidden="true" />
      <details className={styles.language} name="header-menu">
        <summary className={styles.tool} aria-label={`${m.site_language()}: ${getLanguageName()}`}>
          {getLanguageName()}
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
      <Link className={styles.tool} to={localizePath(member ? '/me' : '/login')}>
        {member ? m.site_me() : m.site_login()}
      </Link>
    </div>
  )
}

/** Phone, chat, and the drawer button; below 1200 px. */
function CompactTools({ setting }: Pick<LayoutData, 'setting'>) {
  const chat = getChatLink(setting)
  return (
    <div className={styles.compact}>
      <a
        className={styles.sign}
        href={`tel:${setting.phone}`}
        aria-label={m.site_call_number({ phone: setting.phone })}
      >
        <Icon name="phone" />
      </a>
      {chat && (
        <a className={styles.sign} href={chat.to} target="_blank" rel="noopener" aria-label={chat.words}>
          <Icon name="chat" />
        </a>
      )}
      <IconButton
        icon="menu"
        label={m.site_menu_open()}
        aria-haspopup="dialog"
        command="show-modal"
        commandfor={menuDrawerId}
        popoverTarget={menuDrawerId}
      />
    </div>
  )
}

export function FirmHeader({ shell }: { shell: LayoutData }) {
  const { pathname } = useLocation()
  const bare = nominalPath(pathname)
  const light = bare === '/'
  const header = useRef<HTMLElement>(null)
  useHeaderState(header, pathname)
  useHeaderMenus(header, pathname)
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
          <Link className={styles.home} to={localizePath('/')} aria-label={m.site_home({ name: setting.name })}>
            <span lang={foreignLang(setting.lang)}>
              <FirmLogo name={setting.name} />
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
      <MenuDrawer groups={menu} setting={setting} address={bare} />
    </>
  )
}
