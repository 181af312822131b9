import type { PublicOffice } from '#firm/offices/contract.ts'
import { inLocale } from '#kit/web/addresses/locale-path.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'

type Placed = Pick<PublicOffice, 'address' | 'floor' | 'lang'>

/** The address of an office in one line, as its own language writes it. */
export const addressLine = ({ address, floor, lang }: Placed): string =>
  m.people_office_address({ address, floor }, { locale: lang })

/** PostalAddress of schema.org: it asks for no parts that a Korean address does not have. */
export const postalAddress = (office: Placed): object => ({
  '@type': 'PostalAddress',
  streetAddress: addressLine(office),
  addressCountry: 'KR',
})

/** An office as schema.org has it (LegalService), at the page that describes it. */
export const officeAbout = (
  office: Placed & Pick<PublicOffice, 'key' | 'title' | 'phone'>,
  origin: string,
  firm: string,
): object => ({
  '@type': 'LegalService',
  name: `${firm} ${office.title}`,
  url: origin + inLocale(getLocale(), `/contact/${office.key}`),
  telephone: office.phone,
  address: postalAddress(office),
})
