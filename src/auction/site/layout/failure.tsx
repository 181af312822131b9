import { HallFailure, HallFrameFailure } from '#content/site/hall/failure.tsx'
import { m } from '#messages/messages.js'
import { home } from '../paths.ts'
import { hall } from './auction-site.ts'

export function Failure() {
  return (
    <HallFailure
      ways={[
        { to: `${home}/results`, words: m.auction_menu_results() },
        { to: home, words: m.auction_failure_home() },
      ]}
    />
  )
}

export function FrameFailure() {
  return <HallFrameFailure hall={hall} />
}
