/** Tables of an sfnt font (TrueType or CFF outlines) by tag; see OpenType 1.9. */
export type Font = Map<string, Buffer<ArrayBufferLike>>

/** Parses a file with a single font: no collections, no WOFF. */
export const readFont = (file: Uint8Array): Font => {
  const bytes = Buffer.from(file)
  const font: Font = new Map()
  for (let at = 12; at < 12 + 16 * bytes.readUInt16BE(4); at += 16) {
    const start = bytes.readUInt32BE(at + 8)
    font.set(bytes.toString('latin1', at, at + 4), bytes.subarray(start, start + bytes.readUInt32BE(at + 12)))
  }
  return font
}

const padded = (length: number): number => (length + 3) & ~3

const checksum = (table: Buffer): number => {
  const whole = Buffer.alloc(padded(table.length))
  table.copy(whole)
  let sum = 0
  for (let at = 0; at < whole.length; at += 4) sum = (sum + whole.readUInt32BE(at)) >>> 0
  return sum
}

export const writeFont = (font: Font): Buffer => {
  const tables = [...font].sort(([one], [other]) => (one < other ? -1 : 1))
  const power = Math.floor(Math.log2(tables.length))
  const head = Buffer.alloc(12 + 16 * tables.length)
  head.writeUInt32BE(font.has('CFF ') ? 0x4f54544f : 0x00010000, 0)
  head.writeUInt16BE(tables.length, 4)
  head.writeUInt16BE(16 << power, 6)
  head.writeUInt16BE(power, 8)
  head.writeUInt16BE(16 * tables.length - (16 << power), 10)
  const parts: Buffer<ArrayBufferLike>[] = [head]
  let start = head.length
  for (const [index, [tag, table]] of tables.entries()) {
    const at = 12 + 16 * index
    head.write(tag, at, 'latin1')
    head.writeUInt32BE(checksum(table), at + 4)
    head.writeUInt32BE(start, at + 8)
    head.writeUInt32BE(table.length, at + 12)
    parts.push(table, Buffer.alloc(padded(table.length) - table.length))
    start += padded(table.length)
  }
  return Buffer.concat(parts)
}

const table = (font: Font, tag: string): Buffer => {
  const found = font.get(tag)
  if (!found) throw new Error(`The font has no table ${tag}.`)
  return found
}

/** Names by which a font is found: family and style, and for `local()` its full or PostScript name. */
export interface FontName {
  family: string
  style: 'Regular' | 'Bold'
  full: string
  postScript: string
}

/** Returns the font with other names. */
export const renameFont = (font: Font, { family, style, full, postScript }: FontName): Font => {
  const texts: [id: number, text: Buffer][] = (
    [
      [1, family],
      [2, style],
      [3, postScript],
      [4, full],
      [5, 'Version 1.0'],
      [6, postScript],
    ] as const
  ).map(([id, text]) => [id, Buffer.from(text, 'utf16le').swap16()])
  const head = Buffer.alloc(6 + 12 * texts.length)
  head.writeUInt16BE(texts.length, 2)
  head.writeUInt16BE(head.length, 4)
  let start = 0
  for (const [index, [id, text]] of texts.entries()) {
    // Platform Windows, encoding Unicode, American English.
    for (const [place, value] of [3, 1, 0x409, id, text.length, start].entries())
      head.writeUInt16BE(value, 6 + 12 * index + 2 * place)
    start += text.length
  }
  const os2 = Buffer.from(table(font, 'OS/2'))
  const isBold = style === 'Bold'
  os2.writeUInt16BE(isBold ? 700 : 400, 4)
  os2.writeUInt16BE((os2.readUInt16BE(62) & ~0x61) | (isBold ? 0x20 : 0x40), 62)
  const header = Buffer.from(table(font, 'head'))
  header.writeUInt16BE(isBold ? 1 : 0, 44)
  return new Map(font)
    .set('name', Buffer.concat([head, ...texts.map(([, text]) => text)]))
    .set('OS/2', os2)
    .set('head', header)
}

const unitsPerEm = (font: Font): number => table(font, 'head').readUInt16BE(18)

/** Returns the font with other ascent and descent, in em; they determine `line-height: normal` and the baseline. */
export const withHeights = (font: Font, { ascent, descent }: { ascent: number; descent: number }): Font => {
  const [up, down] = [ascent, descent].map((height) => Math.round(height * unitsPerEm(font))) as [number, number]
  const hhea = Buffer.from(table(font, 'hhea'))
  const os2 = Buffer.from(table(font, 'OS/2'))
  for (const [into, at] of [
    [hhea, 4],
    [os2, 68],
  ] as const) {
    into.writeInt16BE(up, at)
    into.writeInt16BE(-down, at + 2)
    into.writeInt16BE(0, at + 4)
  }
  os2.writeUInt16BE(up, 74)
  os2.writeUInt16BE(down, 76)
  return new Map(font).set('hhea', hhea).set('OS/2', os2)
}

/** Glyph ids by character, from the `cmap` subtable (format 4 or 12) with the most characters. */
const glyphsOf = (font: Font): Map<number, number> => {
  const cmap = table(font, 'cmap')
  const glyphs = new Map<number, number>()
  for (let record = 4; record < 4 + 8 * cmap.readUInt16BE(2); record += 8) {
    const found = cmap.subarray(cmap.readUInt32BE(record + 4))
    const format = found.readUInt16BE(0)
    if (format === 12)
      for (let at = 16; at < 16 + 12 * found.readUInt32BE(12); at += 12) {
        const [first, last, glyph] = [0, 4, 8].map((part) => found.readUInt32BE(at + part)) as [number, number, number]
        for (let point = first; point <= last; point += 1) glyphs.set(point, glyph + point - first)
      }
    if (format === 4) {
      const size = found.readUInt16BE(6)
      for (let at = 0; at < size; at += 2) {
        const [last, first, delta] = [14, 16 + size, 16 + 2 * size].map((part) => found.readUInt16BE(part + at)) as [
          number,
          number,
          number,
        ]
        const rangeAt = 16 + 3 * size + at
        const range = found.readUInt16BE(rangeAt)
        for (let point = first; point <= last && point < 0xffff; point += 1) {
          const own = range === 0 ? point : found.readUInt16BE(rangeAt + range + 2 * (point - first))
          if (own !== 0) glyphs.set(point, (own + delta) & 0xffff)
        }
      }
    }
  }
  return glyphs
}

/**
 * Returns the font with every character from `first` to `last` `em` wide. Drops kerning and ligatures, which would
 * change the width again. Advances are in `hmtx` for CFF outlines too.
 */
export const withWidth = (font: Font, [first, last]: readonly [number, number], em: number): Font => {
  const hhea = Buffer.from(table(font, 'hhea'))
  const hmtx = table(font, 'hmtx')
  const count = table(font, 'maxp').readUInt16BE(4)
  const measured = hhea.readUInt16BE(34)
  const metrics = Buffer.alloc(4 * count)
  for (let glyph = 0; glyph < count; glyph += 1) {
    const own = Math.min(glyph, measured - 1)
    metrics.writeUInt16BE(hmtx.readUInt16BE(4 * own), 4 * glyph)
    const bearing = glyph < measured ? 4 * glyph + 2 : 4 * measured + 2 * (glyph - measured)
    metrics.writeInt16BE(hmtx.readInt16BE(bearing), 4 * glyph + 2)
  }
  const width = Math.round(em * unitsPerEm(font))
  for (const [point, glyph] of glyphsOf(font))
    if (point >= first && point <= last) metrics.writeUInt16BE(width, 4 * glyph)
  hhea.writeUInt16BE(count, 34)
  const changed = new Map(font).set('hhea', hhea).set('hmtx', metrics)
  for (const tag of ['GPOS', 'GSUB', 'kern', 'HVAR', 'DSIG']) changed.delete(tag)
  return changed
}
