import { Unbroken } from '#ui/unbroken.tsx'
import type { PublicOffice } from '../contract.ts'
import styles from './office-address.module.css'

/** Street address with the floor, in the order of the language it is written in: English names the floor first. */
export function OfficeAddress({ office }: { office: Pick<PublicOffice, 'address' | 'floor' | 'lang'> }) {
  const street = <Unbroken text={office.address} />
  const floor = <span className={styles.floor}>{office.floor}</span>
  if (!office.floor) return street
  return office.lang === 'en' ? (
    <>
      {floor}, {street}
    </>
  ) : (
    <>
      {street} {floor}
    </>
  )
}
