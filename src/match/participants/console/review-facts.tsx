import type { ReactNode } from 'react'
import { FactList } from '#console/kit/parts/fact-list.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { Thumbnail } from '#console/kit/parts/media/thumbnail.tsx'
import { StateMark } from '#console/kit/parts/state-mark.tsx'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import type { Participation } from '../contract-review.ts'
import { wayLabels } from '../rules-labels.ts'
import { formatCategories, formatLanguages, programmeLabels, stateMarks } from './participation-resource.tsx'
import styles from './review-pane.module.css'
import { stateLabels } from './state-labels.ts'

const formatBusinessNumber = (digits: string) => digits.replace(/^(\d{3})(\d{2})(\d{5})$/, '$1-$2-$3')

/** Introduction of the company, its programme entries, and its products. */
export function ReviewFacts({ participation }: { participation: Participation }) {
  const { introduction, businessNumber, note, reason, state, programmes, products, profile, otherFairs } = participation
  const area = [introduction.areaCity, introduction.areaDistrict].filter(Boolean).join(' ')
  const text = introduction.introduction[getLocale()] || introduction.introduction.ko || ''
  const facts: readonly (readonly [string, ReactNode])[] = [
    [m.participants_note(), note],
    [state === 'asked' ? m.participants_asked_for() : m.participants_reason(), reason],
    [m.participants_ceo(), introduction.ceo],
    [m.participants_number(), formatBusinessNumber(businessNumber)],
    [m.participants_category(), introduction.category],
    [m.participants_buyer_type(), introduction.buyerType && wayLabels[introduction.buyerType]()],
    [m.participants_area(), area],
    [m.participants_interests(), formatCategories(introduction.interests)],
    [m.participants_makes(), formatCategories(introduction.categories)],
    [m.participants_languages(), formatLanguages(introduction.languages)],
    [m.participants_address(), introduction.address],
    [
      m.participants_website(),
      introduction.website && (
        <a href={introduction.website} target="_blank" rel="noopener noreferrer nofollow">
          {introduction.website}
        </a>
      ),
    ],
    [
      m.participants_contact(),
      [introduction.contactName, introduction.contactEmail, introduction.contactPhone].filter(Boolean).join(' · '),
    ],
    [m.participants_text(), text],
  ]
  return (
    <>
      <FactList facts={facts} className={styles.facts} />
      {(profile.role === 'seller' || programmes.length > 0) && (
        <section>
          <h2>{m.programmes_title()}</h2>
          {programmes.length === 0 ? (
            <p className={styles.none}>{m.participants_programmes_none()}</p>
          ) : (
            <ul className={styles.lines}>
              {programmes.map(({ programme, year, product, company }) => (
                <li key={`${programme} ${year}`}>
                  <strong>
                    {programmeLabels[programme]()} {year}
                  </strong>
                  <span>{[company, product].filter(Boolean).join(' · ')}</span>
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
      {(profile.role === 'seller' || products.length > 0) && (
        <section>
          <h2>{m.participants_products()}</h2>
          {products.length === 0 ? (
            <p className={styles.none}>{m.participants_products_none()}</p>
          ) : (
            <ul className={styles.lines}>
              {products.map(({ _id, name, programme, year, visible, picture }) => (
                <li key={_id}>
                  <Thumbnail picture={picture} />
                  <strong>{name}</strong>
                  <span>
                    {programmeLabels[programme]()} {year}
                  </span>
                  {!visible && (
                    <span className={styles.end}>
                      <Icon name="lock" size={14} /> {m.participants_product_hidden()}
                    </span>
                  )}
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
      {otherFairs.length > 0 && (
        <section>
          <h2>{m.participants_other_fairs()}</h2>
          <OtherFairs fairs={otherFairs} />
        </section>
      )}
    </>
  )
}

function OtherFairs({ fairs }: { fairs: Participation['otherFairs'] }) {
  return (
    <ul className={styles.lines}>
      {fairs.map(({ title, state }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: read-only list; a company can be in one fair twice (as seller and buyer)
        <li key={index}>
          <span>{title}</span>
          <span className={styles.end} data-wrong={state === 'refused' || undefined}>
            <StateMark mark={stateMarks[state]}>{stateLabels[state]()}</StateMark>
          </span>
        </li>
      ))}
    </ul>
  )
}
