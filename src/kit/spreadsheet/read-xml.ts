import { decodeEntities } from '../text/entities.ts'

/** Start of an element (`isEmpty` for `<a/>`), its end, or text between tags. */
type XmlToken =
  | { kind: 'open'; name: string; attributes: string; isEmpty: boolean }
  | { kind: 'close'; name: string }
  | { kind: 'text'; text: string }

const token =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<![^>]*>|<\/([^\s>]+)\s*>|<([^\s/>"'=]+)((?:"[^"]*"|'[^']*'|[^"'>/]|\/(?!>))*)(\/?)>|([^<]+)/gy

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/**
 * Yields the tokens of a document without namespace prefixes, comments and declarations; entities of a DTD are not
 * expanded. Throws if elements are not closed in order.
 */
export function* readXml(xml: string): Generator<XmlToken> {
  const pattern = new RegExp(token)
  const openNames: string[] = []
  while (pattern.lastIndex < xml.length) {
    const found = pattern.exec(xml)
    if (!found) throw new Error('broken XML')
    const [, data, closed, opened, attributes = '', slash, text] = found
    if (text !== undefined) yield { kind: 'text', text: decodeEntities(text) }
    else if (opened !== undefined) {
      if (slash === '') openNames.push(opened)
      yield { kind: 'open', name: localName(opened), attributes, isEmpty: slash === '/' }
    } else if (closed !== undefined) {
      if (openNames.pop() !== closed) throw new Error('broken XML')
      yield { kind: 'close', name: localName(closed) }
    } else if (data !== undefined) yield { kind: 'text', text: data }
  }
  if (openNames.length > 0) throw new Error('broken XML')
}

/** Returns an attribute without regard to its namespace prefix. */
export const readAttribute = (attributes: string, name: string): string | undefined => {
  const found = new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes)
  const value = found?.[1] ?? found?.[2]
  return value === undefined ? undefined : decodeEntities(value)
}
