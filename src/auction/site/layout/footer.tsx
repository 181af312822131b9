import { SiteFooter } from '#content/site/site-shell/layout/site-footer.tsx'
import type { SiteShellData } from '#content/site/site-shell/load-site-shell.ts'
import { m } from '#messages/messages.js'
import { auctionSite } from './auction-site.ts'

export function Footer({ frame }: { frame: SiteShellData }) {
  return <SiteFooter site={auctionSite} frame={frame} demonstration={m.auction_demonstration()} />
}
