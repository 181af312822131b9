import { getLanguageName } from '#content/site/language-links.tsx'
import { localizePath } from '#content/site/localize-path.ts'
import {
  AccountLink,
  LanguageMenu,
  SearchLink,
  WaitingTasksLink,
} from '#content/site/site-shell/header/header-tools.tsx'
import { SiteHeader } from '#content/site/site-shell/header/site-header.tsx'
import type { SiteShellData } from '#content/site/site-shell/load-site-shell.ts'
import { m } from '#messages/messages.js'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Icon } from '#ui/controls/icon.tsx'
import styles from './match-header.module.css'
import { buildMenus } from './match-menus.ts'
import { searchPath } from './match-paths.ts'
import { matchSite } from './match-site.ts'

export function MatchHeader({ frame }: { frame: SiteShellData }) {
  const search = <SearchLink to={searchPath('')} />
  return (
    <SiteHeader
      site={matchSite}
      {...buildMenus(frame)}
      compact={search}
      tools={
        <>
          <LanguageMenu>
            <Icon name="globe" small />
            {getLanguageName()}
          </LanguageMenu>
          {search}
          <WaitingTasksLink />
          <AccountLink />
          <ButtonLink to={localizePath('/match/join')} low className={styles.join}>
            {m.match_join()}
          </ButtonLink>
        </>
      }
      acts={
        <>
          <ButtonLink to={localizePath('/match/join/buyer')}>{m.match_join_buyer()}</ButtonLink>
          <ButtonLink to={localizePath('/match/join/seller')} look="outline">
            {m.match_join_seller()}
          </ButtonLink>
        </>
      }
    />
  )
}
