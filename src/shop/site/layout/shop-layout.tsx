import { type LoaderFunctionArgs, Outlet, useLoaderData } from 'react-router'
import { SiteLayout } from '#content/site/site-shell/layout/site-layout.tsx'
import { loadSiteShell } from '#content/site/site-shell/load-site-shell.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import './tokens.css'
import { withNonBreakingUnits } from '../format/non-breaking-units.ts'
import { frameContext } from '../loader-context.ts'
import { Footer } from './shop-footer.tsx'
import { Header } from './shop-header.tsx'
import { shopSite } from './shop-site.ts'

export const handle: PageHandle = { site: 'shop', hydrate: 'idle', cached: true }

export const loader = ({ context }: LoaderFunctionArgs) => loadSiteShell(frameContext(context).api, 'shop')

/** Layout of every page of the shop. */
export default function ShopLayout() {
  const frame = useLoaderData<typeof loader>()
  return (
    <SiteLayout
      site={shopSite}
      bindUnits={withNonBreakingUnits}
      contentProtection={frame.setting.contentProtection}
      hasDisplay={false}
      header={<Header frame={frame} />}
      footer={<Footer frame={frame} />}
    >
      <Outlet />
    </SiteLayout>
  )
}

export { FrameFailure as ErrorBoundary } from './page-failure.tsx'
