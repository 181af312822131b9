import { localizePath } from '#content/site/localize-path.ts'
import { PeriodsCalculator } from '#firm/periods/public/periods-calculator.tsx'
import { m } from '#messages/messages.js'
import { TextLink } from '#ui/controls/text-link.tsx'
import { calendarPath, periodsConsultPath, periodsPath } from '../layout/firm-paths.ts'
import { bindUnits } from '../text/bind-units.ts'
import styles from './calculator-block.module.css'

/** Calculator below the years block. Without script its form opens the page with the answer. */
export function CalculatorBlock() {
  return (
    <div className={styles.periods} id="periods">
      <h3 className={styles.title}>{bindUnits(m.periods_here())}</h3>
      <PeriodsCalculator
        datedQuestion={null}
        action={localizePath(periodsPath)}
        calendar={localizePath(calendarPath)}
        consult={{ to: localizePath(periodsConsultPath), act: m.periods_consult() }}
      />
      <p>
        <TextLink to={localizePath(periodsPath)}>{m.periods_alone()}</TextLink>
      </p>
    </div>
  )
}
