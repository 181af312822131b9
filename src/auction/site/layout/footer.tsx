import { HallFooter } from '#content/site/hall/footer.tsx'
import type { FrameData } from '#content/site/hall/frame-data.ts'
import { m } from '#messages/messages.js'
import { hall } from './auction-site.ts'

export function Footer({ frame }: { frame: FrameData }) {
  return <HallFooter hall={hall} frame={frame} demonstration={m.auction_demonstration()} />
}
