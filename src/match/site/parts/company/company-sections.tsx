import { m } from '#messages/messages.js'
import { bindUnits } from '../../text/bind-units.ts'
import { type Fact, FactList } from '../page/fact-list.tsx'
import body from '../page/page-body.module.css'

interface CompanyFactsProps {
  company: { name: string; ceo: string; address: string; website: string | null; languages: string }
  category: string
  /** Facts of a buyer, after the name of the representative. */
  more?: readonly Fact[]
}

/** Facts of a company on its page. */
export function CompanyFacts({ company, category, more = [] }: CompanyFactsProps) {
  return (
    <section aria-labelledby="company">
      <h2 id="company" className={body.title}>
        {m.match_company()}
      </h2>
      <FactList
        facts={[
          { name: m.match_company_name(), value: company.name },
          { name: m.match_company_ceo(), value: company.ceo },
          ...more,
          { name: m.match_company_category(), value: category },
          { name: m.match_company_address(), value: company.address },
          {
            name: m.match_company_website(),
            value: company.website && (
              <a href={company.website} rel="noopener nofollow">
                {company.website.replace(/^https?:\/\//, '')}
              </a>
            ),
          },
          { name: m.match_company_languages(), value: company.languages },
        ]}
      />
    </section>
  )
}

/** Introduction of a company beside its facts; nothing if it has none. */
export function CompanyIntroduction({ text }: { text: string }) {
  if (!text) return null
  return (
    <section className={body.box} aria-labelledby="introduction">
      <h2 id="introduction" className={body.boxTitle}>
        {m.match_company_introduction()}
      </h2>
      <p>{bindUnits(text)}</p>
    </section>
  )
}
