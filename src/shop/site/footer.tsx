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
      house={m.shop_house()}
      lines={[
        <>
          {m.shop_address()} · <a href={`tel:${phone}`}>{phone}</a> ({m.shop_hours()})
        </>,
        <>
          © {frame.year} {m.shop_house()}
          {demonstration && <> · {m.shop_demonstration()}</>}
        </>,
      ]}
      links={[{ to: '/orders', words: m.shop_find_order() }]}
    />
  )
}
