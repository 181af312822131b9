import { PeriodsCalculator } from '#firm/periods/public/periods-calculator.tsx'
import { m } from '#messages/messages.js'
import { TextLink } from '#ui/text-link.tsx'
import { calendarAddress, periodsAddress, periodsConsultAddress, place } from '../layout/firm-paths.ts'
import { bound } from '../text/bind-units.ts'
import styles from './calculator-block.module.css'

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
