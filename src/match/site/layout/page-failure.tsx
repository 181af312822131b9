import { HallFailure, HallFrameFailure } from '#content/site/hall/failure.tsx'
import { m } from '#messages/messages.js'
import { home } from './match-paths.ts'
import { hall } from './match-site.ts'

export function Failure() {
  return (
    <HallFailure
      ways={[
        { to: `${home}/fairs`, words: m.match_failure_fairs() },
        { to: home, words: m.match_failure_home() },
      ]}
    />
  )
}

export function FrameFailure() {
  return <HallFrameFailure hall={hall} />
}
