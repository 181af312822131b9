import { m } from '#messages/messages.js'
import { ButtonLink } from '#ui/controls/button.tsx'
import { foreignLang } from '#ui/format/language-attributes.ts'
import { bindUnits } from '../text/bind-units.ts'
import type { BlockOf } from './block-section.tsx'
import styles from './urgent-steps-block.module.css'

/** Urgent steps in order, and the phone number: the first thing to read in an emergency. */
export function UrgentStepsView({ block: { items }, phone }: { block: BlockOf<'today'>; phone: string }) {
  return (
    <>
      <ol className={styles.steps}>
        {items.map(({ title, text, lang }, index) => (
          <li key={title} className={styles.step} lang={foreignLang(lang)}>
            <span className={styles.number} aria-hidden="true">
              {index + 1}
            </span>
            <h3 className={styles.name}>{bindUnits(title)}</h3>
            {text && <p className={styles.text}>{bindUnits(text)}</p>}
          </li>
        ))}
      </ol>
      <ButtonLink to={`tel:${phone.replaceAll('-', '')}`} look="outline" className={styles.phone}>
        {m.today_call({ phone })}
      </ButtonLink>
    </>
  )
}
