import { languageName } from '#content/site/language-links.tsx'
import { AccountLink, LanguageMenu, SearchSign, WaitsSign } from '#content/site/site-shell/header/header-tools.tsx'
import { HallHeader } from '#content/site/site-shell/header/site-header.tsx'
import type { FrameData } from '#content/site/site-shell/load-site-shell.ts'
import { m } from '#messages/messages.js'
import { ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import styles from './match-header.module.css'
import { buildMenus } from './match-menus.ts'
import { place, searchPath } from './match-paths.ts'
import { matchSite } from './match-site.ts'

export function MatchHeader({ frame }: { frame: FrameData }) {
  const search = <SearchSign to={searchPath('')} />
  return (
    <HallHeader
      hall={matchSite}
      {...buildMenus(frame)}
      compact={search}
      tools={
        <>
          <LanguageMenu>
            <Icon name="globe" small />
            {languageName()}
          </LanguageMenu>
          {search}
          <WaitsSign />
          <AccountLink />
          <ButtonLink to={place('/match/join')} low className={styles.join}>
            {m.match_join()}
          </ButtonLink>
        </>
      }
      acts={
        <>
          <ButtonLink to={place('/match/join/buyer')}>{m.match_join_buyer()}</ButtonLink>
          <ButtonLink to={place('/match/join/seller')} look="outline">
            {m.match_join_seller()}
          </ButtonLink>
        </>
      }
    />
  )
}
