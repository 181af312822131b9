import { SiteFailure, SitePageFailure } from '#content/site/site-shell/layout/page-failure.tsx'
import { m } from '#messages/messages.js'
import { cartPath, homePath } from './shop-paths.ts'
import { shopSite } from './shop-site.ts'

export function Failure() {
  return (
    <SitePageFailure
      ways={[
        { to: homePath, words: m.shop_failure_home() },
        { to: cartPath, words: m.shop_cart() },
      ]}
    />
  )
}

export function FrameFailure() {
  return <SiteFailure site={shopSite} />
}
