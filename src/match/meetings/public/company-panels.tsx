import { useCallback } from 'react'
import { createClient } from '#kit/client.ts'
import { languageTag } from '#kit/i18n.ts'
import { participants } from '#match/participants/contract.ts'
import { type ProductLine, products } from '#match/products/contract.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import { useLoaded } from '#people/account/forms/use-loaded.ts'
import { sendCall } from '#session/send-request.ts'
import { Picture } from '#ui/media/picture.tsx'
import type { Room } from '../contract.ts'
import styles from './company-panels.module.css'
import room from './meeting-room.module.css'

/** Headers of public requests: a guest has no session. */
const headers = () => new Headers({ 'accept-language': languageTag[getLocale()] })
const shownProducts = createClient(products, (call) => sendCall(call, headers()))
const companies = createClient(participants, (call) => sendCall(call, headers()))

/** Loads up to 30 products of the seller in the fair and the public profiles of both companies. */
export const useMeetingCompanies = ({ fair, seller, buyer }: Room) =>
  useLoaded(
    useCallback(async () => {
      const [listed, sells, buys] = await Promise.all([
        shownProducts.inFair({ params: { id: fair._id }, query: { seller: seller._id, limit: 30 } }),
        companies.seller({ params: { id: fair._id, seller: seller._id } }),
        companies.buyer({ params: { id: fair._id, buyer: buyer._id } }),
      ])
      return { products: listed.products, seller: sells.seller, buyer: buys.buyer }
    }, [fair._id, seller._id, buyer._id]),
  )

export type MeetingCompanies = NonNullable<ReturnType<typeof useMeetingCompanies>['value']>

const price = (won: number) =>
  new Intl.NumberFormat(languageTag[getLocale()], { style: 'currency', currency: 'KRW' }).format(won)

interface ProductsProps {
  found: readonly ProductLine[]
  shown: string | undefined
  show: (product: string | null) => void
}

/** Products of the seller; a click shows one to the other side or stops showing it. */
export function ProductPanel({ found, shown, show }: ProductsProps) {
  if (found.length === 0) return <p className={room.hint}>{m.meetings_products_none()}</p>
  return (
    <ul className={styles.products}>
      {found.map(({ _id, name, picture, retailPrice, year }) => (
        <li key={_id}>
          <button type="button" aria-pressed={shown === _id} onClick={() => show(shown === _id ? null : _id)}>
            {picture && <Picture picture={picture} sizes="56px" alt="" className={styles.thumb} />}
            <span>
              <b>{name}</b>
              <span>{retailPrice === null ? year : price(retailPrice)}</span>
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
