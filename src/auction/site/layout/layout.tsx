import { type LoaderFunctionArgs, Outlet, useLoaderData } from 'react-router'
import { SiteLayout } from '#content/site/site-shell/layout/site-layout.tsx'
import { loadSiteShell } from '#content/site/site-shell/load-site-shell.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import './tokens.css'
import { withNonBreakingUnits } from '../format/non-breaking-units.ts'
import { frameContext } from '../loader-context.ts'
import { auctionSite } from './auction-site.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'

export const handle: PageHandle = { site: 'auction', hydrate: 'idle', cached: true }

export const loader = ({ context }: LoaderFunctionArgs) => loadSiteShell(frameContext(context).api, 'auction')

/** Frame of every auction page. */
export default function AuctionLayout() {
  const frame = useLoaderData<typeof loader>()
  return (
    <SiteLayout
      site={auctionSite}
      bindUnits={withNonBreakingUnits}
      contentProtection={frame.setting.contentProtection}
      header={<Header frame={frame} />}
      footer={<Footer frame={frame} />}
    >
      <Outlet />
    </SiteLayout>
  )
}

export { FrameFailure as ErrorBoundary } from './failure.tsx'
