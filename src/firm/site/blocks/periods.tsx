import { PeriodsCalculator } from '#firm/periods/public/calculator.tsx'
import { m } from '#messages/messages.js'
import { TextLink } from '#ui/text-link.tsx'
import { bound } from '../bound.ts'
import { calendarAddress, periodsAddress, periodsConsultAddress, place } from '../place.ts'
import styles from './periods.module.css'

/** Calculator below the years block. Without script its form opens the page with the answer. */
export function Periods() {
  return (
    <div className={styles.periods} id="periods">
      <h3 className={styles.title}>{bound(m.periods_here())}</h3>
      <PeriodsCalculator
        asked={null}
        action={place(periodsAddress)}
        calendar={place(calendarAddress)}
        consult={{ to: place(periodsConsultAddress), act: m.periods_consult() }}
      />
      <p>
        <TextLink to={place(periodsAddress)}>{m.periods_alone()}</TextLink>
      </p>
    </div>
  )
}
