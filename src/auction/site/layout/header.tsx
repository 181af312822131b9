import { getLanguageName } from '#content/site/language-links.tsx'
import {
  AccountLink,
  HeaderTextLink,
  LanguageMenu,
  SearchLink,
  WaitingTasksLink,
} from '#content/site/site-shell/header/header-tools.tsx'
import { SiteHeader } from '#content/site/site-shell/header/site-header.tsx'
import type { SiteShellData } from '#content/site/site-shell/load-site-shell.ts'
import type { MenuEntry } from '#content/site/site-shell/site-identity.ts'
import { useLoggedIn } from '#content/site/use-logged-in.ts'
import { m } from '#messages/messages.js'
import { Icon } from '#ui/controls/icon.tsx'
import { localizePath } from '../paths.ts'
import { auctionSite } from './auction-site.ts'
import { createMenu } from './site-menu.ts'

const createBidsEntry = (): MenuEntry => ({ title: m.auction_me_bids(), to: '/me/bids', isElsewhere: true })

export function Header({ frame }: { frame: SiteShellData }) {
  const member = useLoggedIn()
  // Search is a page of the Firm's site and also covers works; hidden if the Firm is switched off.
  const search = frame.modules.firm && <SearchLink to={localizePath('/auction-search')} isElsewhere />
  return (
    <SiteHeader
      site={auctionSite}
      menu={createMenu(frame)}
      more={member ? [createBidsEntry()] : []}
      compact={search}
      tools={
        <>
          {search}
          <LanguageMenu>
            {getLanguageName()}
            <Icon name="chevron-down" small />
          </LanguageMenu>
          {member && <HeaderTextLink to="/me/bids">{m.auction_me_bids()}</HeaderTextLink>}
          <WaitingTasksLink />
          <AccountLink />
        </>
      }
    />
  )
}
