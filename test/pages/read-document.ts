/** Text of an element as read: collapses whitespace and drops zero-width characters. */
export const textOf = (element: Element | null | undefined): string =>
  (element?.textContent ?? '')
    .replace(/[\u200b\u2060]/g, '')
    .replace(/\s+/g, ' ')
    .trim()

const fits = (text: string, name: string | RegExp) => (typeof name === 'string' ? text === name : name.test(text))

/** Address of the first link within `main` with that text; throws if there is none. */
export const findLink = (document: Document, name: string | RegExp): string => {
  const link = [...document.querySelectorAll('main a[href]')].find((each) => fits(textOf(each), name))
  if (!link) throw new Error(`no link ${name}`)
  return link.getAttribute('href') ?? ''
}

/** Returns the section labelled by this heading. */
export const findSection = (document: Document, heading: string): Element => {
  const section = [...document.querySelectorAll('section[aria-labelledby]')].find(
    (each) => textOf(document.getElementById(each.getAttribute('aria-labelledby') ?? '')) === heading,
  )
  if (!section) throw new Error(`no section ${heading}`)
  return section
}

interface StructuredData {
  '@type': string
  [name: string]: unknown
}

/** Returns all structured data of the page. */
export const readData = (document: Document): StructuredData[] =>
  [...document.querySelectorAll('script[type="application/ld+json"]')].map((script) =>
    JSON.parse(script.textContent ?? ''),
  )

/** Returns the structured data of this type. */
export const findData = (document: Document, type: string): StructuredData => {
  const found = readData(document).find((each) => each['@type'] === type)
  if (!found) throw new Error(`no structured data of type ${type}`)
  return found
}
