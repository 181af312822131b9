import { SiteFailure, SitePageFailure } from '#content/site/site-shell/layout/page-failure.tsx'
import { m } from '#messages/messages.js'
import { homePath } from '../paths.ts'
import { auctionSite } from './auction-site.ts'

export function Failure() {
  return (
    <SitePageFailure
      ways={[
        { to: `${homePath}/results`, words: m.auction_menu_results() },
        { to: homePath, words: m.auction_failure_home() },
      ]}
    />
  )
}

export function FrameFailure() {
  return <SiteFailure site={auctionSite} />
}
