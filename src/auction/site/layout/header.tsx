import type { FrameData } from '#content/site/hall/frame-data.ts'
import type { MenuEntry } from '#content/site/hall/hall.ts'
import { HallHeader } from '#content/site/hall/header.tsx'
import { AccountLink, LanguageMenu, SearchSign, ToolLink, WaitsSign } from '#content/site/hall/tools.tsx'
import { languageName } from '#content/site/language-links.tsx'
import { useMember } from '#content/site/use-member.ts'
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
