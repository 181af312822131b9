/** Start of an element (`isEmpty` for `<a/>`), its end, or text between tags. */
type XmlToken =
  | { kind: 'open'; name: string; attributes: string; isEmpty: boolean }
  | { kind: 'close'; name: string }
  | { kind: 'text'; text: string }

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Replaces the five entities of XML and character references; others stay as they are. */
const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{1,6}));/gi, (match, hex, decimal, name) => {
        if (name) return entities[name] ?? match
        const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
        return code <= 0x10ffff ? String.fromCodePoint(code) : ''
      })
    : text

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
