import { type LoaderFunctionArgs, Outlet, useLoaderData } from 'react-router'
import { SiteLayout } from '#content/site/site-shell/layout/site-layout.tsx'
import { loadSiteShell } from '#content/site/site-shell/load-site-shell.ts'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import './tokens.css'
import { frameContext } from '../loader-context.ts'
import { bindUnits } from '../text/bind-units.ts'
import { MatchFooter } from './match-footer.tsx'
import { MatchHeader } from './match-header.tsx'
import { matchSite } from './match-site.ts'

export const handle: PageHandle = { site: 'match', hydrate: 'idle', cached: true }

export const loader = ({ context }: LoaderFunctionArgs) => loadSiteShell(frameContext(context).api, 'match')

/** Frame of all Match pages. */
export default function MatchLayout() {
  const frame = useLoaderData<typeof loader>()
  return (
    <SiteLayout
      site={matchSite}
      bindUnits={bindUnits}
      contentProtection={frame.setting.contentProtection}
      hasDisplay={false}
      header={<MatchHeader frame={frame} />}
      footer={<MatchFooter frame={frame} />}
    >
      <Outlet />
    </SiteLayout>
  )
}

export { FrameFailure as ErrorBoundary } from './page-failure.tsx'
