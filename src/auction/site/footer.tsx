import { HallFooter } from '#content/site/hall/footer.tsx'
import type { FrameData } from '#content/site/hall/frame-data.ts'
import { m } from '#messages/messages.js'
import { hall } from './hall.ts'

export function Footer({ frame }: { frame: FrameData }) {
  const { phone, demonstration } = frame.setting
  return (
    <HallFooter
      hall={hall}
      frame={frame}
      house={m.auction_house()}
      lines={[
        <>
          {m.auction_address()} · <a href={`tel:${phone}`}>{phone}</a> ({m.auction_hours()})
        </>,
        <>
          © {frame.year} {m.auction_house()}
          {demonstration && <> · {m.auction_demonstration()}</>}
        </>,
      ]}
    />
  )
}
