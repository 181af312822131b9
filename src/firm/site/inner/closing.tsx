import { m } from '#messages/messages.js'
import { ButtonLink } from '#ui/button.tsx'
import { SectionTitle } from '#ui/section.tsx'
import { bound } from '../bound.ts'
import { place } from '../place.ts'
import styles from './closing.module.css'

interface ClosingProps {
  id?: string
  /** `lang` of its words where it is not the page's. */
  lang?: string | undefined
  title: string
  lead?: string
  /** Telephone as it is written; a tap calls it. */
  phone: string
  /** Address of the request form with what is known already: `/consult?lawyer=…`. */
  to?: string
  /** What the first act is called. */
  act?: string
}

/** The last word of an inner page, on ink before the footer: ask for a consultation, or call. */
export function Closing({ id, lang, title, lead, phone, to = '/consult', act = m.inner_act_consult() }: ClosingProps) {
  return (
    <section id={id} className={styles.closing} data-ground="ink" lang={lang}>
      <div>
        <SectionTitle className={styles.title}>{bound(title)}</SectionTitle>
        {lead && <p className={styles.lead}>{bound(lead)}</p>}
      </div>
      <div className={styles.acts}>
        <ButtonLink to={place(to)}>{act}</ButtonLink>
        <ButtonLink to={`tel:${phone.replaceAll('-', '')}`} look="outline" className={styles.phone}>
          {phone}
        </ButtonLink>
      </div>
    </section>
  )
}
