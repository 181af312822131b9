import { languageTag } from '#kit/i18n.ts'
import type { ProductLine } from '#match/products/contract.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import { Picture } from '#ui/media/picture.tsx'
import styles from './company-panels.module.css'
import room from './meeting-room.module.css'
import type { MeetingCompanies } from './use-meeting-companies.ts'

const formatPrice = (won: number) =>
  new Intl.NumberFormat(languageTag[getLocale()], { style: 'currency', currency: 'KRW' }).format(won)

interface ProductPanelProps {
  products: readonly ProductLine[]
  shown: string | undefined
  show: (product: string | null) => void
}

/** Products of the seller; a click shows one to the other side or stops showing it. */
export function ProductPanel({ products, shown, show }: ProductPanelProps) {
  if (products.length === 0) return <p className={room.hint}>{m.meetings_products_none()}</p>
  return (
    <ul className={styles.products}>
      {products.map(({ _id, name, picture, retailPrice, year }) => (
        <li key={_id}>
          <button type="button" aria-pressed={shown === _id} onClick={() => show(shown === _id ? null : _id)}>
            {picture && <Picture picture={picture} sizes="56px" alt="" className={styles.thumb} />}
            <span>
              <b>{name}</b>
              <span>{retailPrice === null ? year : formatPrice(retailPrice)}</span>
              <span className={styles.showing}>{shown === _id ? m.meetings_shown() : m.meetings_show()}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

export function CompanyPanel({ seller, buyer }: Pick<MeetingCompanies, 'seller' | 'buyer'>) {
  return (
    <div className={styles.profiles}>
      {[
        { company: seller, role: m.meetings_role_seller() },
        { company: buyer, role: m.meetings_role_buyer() },
      ].map(({ company, role }) => (
        <section key={company._id}>
          <h3>
            {company.name} <span className={room.hint}>{role}</span>
          </h3>
          <p className={room.hint}>{[company.ceo, company.category, company.country].filter(Boolean).join(' · ')}</p>
          <p>{company.introduction}</p>
          {company.website && (
            <a href={company.website} target="_blank" rel="noreferrer">
              {company.website}
            </a>
          )}
        </section>
      ))}
    </div>
  )
}
