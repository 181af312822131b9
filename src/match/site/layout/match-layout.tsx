import { type LoaderFunctionArgs, Outlet, useLoaderData } from 'react-router'
import { loadFrame } from '#content/site/hall/frame-data.ts'
import { HallPage } from '#content/site/hall/hall-page.tsx'
import type { PageHandle } from '#kit/web/rendering/page-handle.ts'
import './match-tokens.css'
import { frameContext } from '../server/match-api.ts'
import { bound } from '../text/bind-units.ts'
import { Footer } from './match-footer.tsx'
import { Header } from './match-header.tsx'
import { hall } from './match-site.ts'

export const handle: PageHandle = { site: 'match', wake: 'idle', cached: true }

export const loader = ({ context }: LoaderFunctionArgs) => loadFrame(frameContext(context).api, 'match')

/** Frame of all Match pages. */
export default function MatchLayout() {
  const frame = useLoaderData<typeof loader>()
  return (
    <HallPage
      hall={hall}
      bound={bound}
      contentProtection={frame.setting.contentProtection}
      hasDisplay={false}
      header={<Header frame={frame} />}
      footer={<Footer frame={frame} />}
    >
      <Outlet />
    </HallPage>
  )
}

export { FrameFailure as ErrorBoundary } from './page-failure.tsx'
