import { localizePath } from '#content/site/localize-path.ts'
import { m } from '#messages/messages.js'
import { ButtonLink } from '#ui/controls/button.tsx'
import { SectionTitle } from '#ui/text/section.tsx'
import { bindUnits } from '../text/bind-units.ts'
import styles from './closing-section.module.css'

interface ClosingProps {
  id?: string
  /** Language of the texts if it differs from that of the page. */
  lang?: string | undefined
  title: string
  lead?: string
  /** Phone number as displayed; also the call link. */
  phone: string
  /** Path of the consultation form with known values: `/consult?lawyer=…`. */
  to?: string
  /** Label of the first button. */
  act?: string
}

/** Last section of an inner page: links to the consultation form and the phone number. */
export function ClosingSection({
  id,
  lang,
  title,
  lead,
  phone,
  to = '/consult',
  act = m.inner_act_consult(),
}: ClosingProps) {
  return (
    <section id={id} className={styles.closing} data-ground="ink" lang={lang}>
      <div>
        <SectionTitle className={styles.title}>{bindUnits(title)}</SectionTitle>
        {lead && <p className={styles.lead}>{bindUnits(lead)}</p>}
      </div>
      <div className={styles.acts}>
        <ButtonLink to={localizePath(to)}>{act}</ButtonLink>
        <ButtonLink to={`tel:${phone.replaceAll('-', '')}`} look="outline" className={styles.phone}>
          {phone}
        </ButtonLink>
      </div>
    </section>
  )
}
