import { HallFooter } from '#content/site/hall/footer.tsx'
import type { FrameData } from '#content/site/hall/frame-data.ts'
import { m } from '#messages/messages.js'
import { auctionSite } from './auction-site.ts'

export function Footer({ frame }: { frame: FrameData }) {
  return <HallFooter hall={auctionSite} frame={frame} demonstration={m.auction_demonstration()} />
}
