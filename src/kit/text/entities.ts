const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }
const escaped: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/**
 * Replaces the five entities of XML, `&nbsp;` and character references, once: `&amp;lt;` becomes `&lt;`. Others stay as
 * they are.
 */
export const decodeEntities = (text: string): string =>
  text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{1,6}));/gi,
    (match, hex?: string, decimal?: string, name?: string) => {
      if (name) return named[name.toLowerCase()] ?? match
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : match
    },
  )

/** Escapes text for elements and attributes of XML. */
export const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (sign) => escaped[sign] ?? sign)
