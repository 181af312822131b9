import { SiteFooter } from '#content/site/site-shell/layout/site-footer.tsx'
import type { SiteShellData } from '#content/site/site-shell/load-site-shell.ts'
import { m } from '#messages/messages.js'
import { shopSite } from './shop-site.ts'

export function Footer({ frame }: { frame: SiteShellData }) {
  return (
    <SiteFooter
      site={shopSite}
      frame={frame}
      demonstration={m.shop_demonstration()}
      links={[{ to: '/orders', words: m.shop_find_order() }]}
    />
  )
}
