import type { ReactNode } from 'react'
import type { OfficePlace } from '#firm/offices/contract.ts'
import { m } from '#messages/messages.js'
import { foreignLang } from '#ui/format/language-attributes.ts'
import { UnbrokenText } from '#ui/text/unbroken-text.tsx'
import { bindUnits } from '../text/bind-units.ts'
import { CopyAddress } from './copy-address.tsx'
import styles from './office-facts.module.css'

/** Address, phone, hours and directions of an office. */
export function OfficeFacts({ office }: { office: OfficePlace }) {
  const { address, floor, phone, fax, hours, transit, parking } = office
  const lang = foreignLang(office.lang)
  const fullAddress = m.people_office_address({ address, floor }, { locale: office.lang })
  return (
    <div>
      <address className={styles.address} lang={lang} data-copyable>
        <UnbrokenText text={fullAddress} />
      </address>
      <CopyAddress key={office.key} address={fullAddress} />
      <dl className={styles.list}>
        <Fact name={m.people_phone()}>
          <a className={styles.phone} href={`tel:${phone}`}>
            {phone}
          </a>
        </Fact>
        {fax && (
          <Fact name={m.people_fax()}>
            <span className={styles.number}>{fax}</span>
          </Fact>
        )}
        {[
          { name: m.people_hours(), text: hours },
          { name: m.people_transit(), text: transit },
          { name: m.people_parking(), text: parking },
        ].map(
          ({ name, text }) =>
            text && (
              <Fact key={name} name={name} lang={lang}>
                {bindUnits(text)}
              </Fact>
            ),
        )}
      </dl>
    </div>
  )
}

function Fact({ name, lang, children }: { name: string; lang?: string | undefined; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd lang={lang}>{children}</dd>
    </div>
  )
}
