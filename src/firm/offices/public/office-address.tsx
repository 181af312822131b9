import { Fragment } from 'react'
import { UnbrokenText } from '#ui/text/unbroken-text.tsx'
import type { PublicOffice } from '../contract.ts'
import { splitAddress } from './address-lines.tsx'
import styles from './office-address.module.css'

/**
 * Address in two lines, street and building, with the floor beside the building, in the order of its language: English
 * puts floor and building first.
 */
export function OfficeAddress({ office }: { office: Pick<PublicOffice, 'address' | 'floor' | 'lang'> }) {
  const { address, floor, lang } = office
  const lines = splitAddress(address)
  const place = lang === 'en' ? 0 : lines.length - 1
  return lines.map((line, at) => (
    <Fragment key={line}>
      {at > 0 && ' '}
      <span className={styles.line}>
        {at === place && floor && lang === 'en' && <span className={styles.floor}>{floor}, </span>}
        <UnbrokenText text={line} />
        {at === place && floor && lang !== 'en' && <span className={styles.floor}> {floor}</span>}
      </span>
    </Fragment>
  ))
}
