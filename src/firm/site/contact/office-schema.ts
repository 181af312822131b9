import type { PublicOffice } from '#firm/offices/contract.ts'
import { inLocale } from '#kit/web/addresses/locale-path.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'

type OfficeLocation = Pick<PublicOffice, 'address' | 'floor' | 'lang'>

/** Returns the address of an office in one line, formatted for its own language. */
export const formatAddress = ({ address, floor, lang }: OfficeLocation): string =>
  m.people_office_address({ address, floor }, { locale: lang })

/** Returns a schema.org PostalAddress; it requires no parts that Korean addresses lack. */
export const toPostalAddress = (office: OfficeLocation): object => ({
  '@type': 'PostalAddress',
  streetAddress: formatAddress(office),
  addressCountry: 'KR',
})

/** Returns an office as schema.org LegalService with the URL of its page. */
export const toOfficeSchema = (
  office: OfficeLocation & Pick<PublicOffice, 'key' | 'title' | 'phone'>,
  origin: string,
  firm: string,
): object => ({
  '@type': 'LegalService',
  name: `${firm} ${office.title}`,
  url: origin + inLocale(getLocale(), `/contact/${office.key}`),
  telephone: office.phone,
  address: toPostalAddress(office),
})
