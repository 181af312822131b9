import { SiteFailure, SitePageFailure } from '#content/site/site-shell/layout/page-failure.tsx'
import { m } from '#messages/messages.js'
import { matchHome } from './match-paths.ts'
import { matchSite } from './match-site.ts'

export function PageFailure() {
  return (
    <SitePageFailure
      ways={[
        { to: `${matchHome}/fairs`, words: m.match_failure_fairs() },
        { to: matchHome, words: m.match_failure_home() },
      ]}
    />
  )
}

export function FrameFailure() {
  return <SiteFailure site={matchSite} />
}
