import { localizePath } from '#content/site/localize-path.ts'
import { m } from '#messages/messages.js'
import { ButtonLink } from '#ui/controls/button.tsx'
import { NextStep } from '../parts/page/next-step.tsx'
import styles from './own-fairs.module.css'
import { participationLabels } from './participation-labels.ts'
import { useOwnFairs } from './use-own-fairs.ts'

/** Fairs the member participates in, shown above the list. */
export function OwnFairs() {
  const own = useOwnFairs().filter(({ state, fair }) => state !== 'withdrawn' && fair.phase !== 'expired')
  const [first] = own
  if (!first) return null
  return (
    <div className={styles.own}>
      <NextStep
        over={m.match_own_over({ count: own.length })}
        title={own.map(({ fair, state }) => `${fair.title}: ${participationLabels[state]()}`).join(' · ')}
      >
        <ButtonLink low to={localizePath('/me/fairs')} reloadDocument>
          {m.match_own_open()}
        </ButtonLink>
      </NextStep>
    </div>
  )
}
