import type { PublicSection } from '#content/pages/contract.ts'
import { localizePath } from '#content/site/localize-path.ts'
import type { PublicOffice } from '#firm/offices/contract.ts'
import { OfficeCard } from '#firm/offices/public/office-card.tsx'
import { type RiseDelay, riseAttributes } from '#ui/browser/rise-on-scroll.ts'
import { foreignLang } from '#ui/format/language-attributes.ts'
import { Section } from '#ui/text/section.tsx'
import styles from './offices-section.module.css'

const delays: RiseDelay[] = [0, 100, 200, 300]

export function OfficesSection({ section, offices }: { section: PublicSection; offices: PublicOffice[] }) {
  return (
    <Section isDeferred ground="sand" title={section.title} lang={foreignLang(section.lang)} className={styles.section}>
      <ul className={styles.offices}>
        {offices.map((office, at) => (
          <li key={office._id} {...riseAttributes(delays[at % delays.length])}>
            <OfficeCard office={office} to={localizePath(`/contact/${office.key}`)} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
