import { languageName } from '#content/site/language-links.tsx'
import {
  AccountLink,
  LanguageMenu,
  SearchSign,
  ToolLink,
  WaitsSign,
} from '#content/site/site-shell/header/header-tools.tsx'
import { HallHeader } from '#content/site/site-shell/header/site-header.tsx'
import type { FrameData } from '#content/site/site-shell/load-site-shell.ts'
import type { MenuEntry } from '#content/site/site-shell/site-identity.ts'
import { useMember } from '#content/site/use-logged-in.ts'
import { m } from '#messages/messages.js'
import { Icon } from '#ui/icon.tsx'
import { place } from '../paths.ts'
import { auctionSite } from './auction-site.ts'
import { createMenu } from './site-menu.ts'

const mine = (): MenuEntry => ({ title: m.auction_me_bids(), to: '/me/bids', isElsewhere: true })

export function Header({ frame }: { frame: FrameData }) {
  const member = useMember()
  // Search is a page of the Firm's site and also covers works; hidden if the Firm is switched off.
  const search = frame.modules.firm && <SearchSign to={place('/auction-search')} isElsewhere />
  return (
    <HallHeader
      hall={auctionSite}
      menu={createMenu(frame)}
      more={member ? [mine()] : []}
      compact={search}
      tools={
        <>
          {search}
          <LanguageMenu>
            {languageName()}
            <Icon name="chevron-down" small />
          </LanguageMenu>
          {member && <ToolLink to="/me/bids">{m.auction_me_bids()}</ToolLink>}
          <WaitsSign />
          <AccountLink />
        </>
      }
    />
  )
}
