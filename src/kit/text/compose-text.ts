/** Line ends of word processors and terminals: vertical tab, form feed, NEL. Line separators (U+2028) stay. */
const lineEnds = /[\v\f\u0085]/g

/**
 * Characters that a person can neither see nor type on purpose: controls except tab, line ends and NUL; zero-width
 * space, word joiner, byte order mark; and the embeddings, overrides and isolates that reverse the text around them
 * (UTS 39, section 5.5). NUL stays, because it is refused with the field's name. Joiners stay: emoji consist of them.
 */
const unseen = /(?![\0\t\n\r])\p{Cc}|[\u200b\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu

/** Hangul fillers (U+3164 and others) are default-ignorable letters; the empty braille pattern is a symbol. */
const visible = /[^\s\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u

/** True if the text has a character that a reader sees: neither space, filler, joiner nor a mark without its letter. */
const isVisible = (text: string): boolean => visible.test(text)

/**
 * Returns the stored form of a text from outside: composed (NFC), without unseen characters, and empty if none is
 * visible. Applied twice, it changes nothing.
 */
export const composeText = (text: string): string => {
  const composed = text.replace(lineEnds, '\n').replace(unseen, '').normalize('NFC')
  return isVisible(composed) ? composed : ''
}

/** Applies `composeText` to all texts within a JSON value; names of fields stay as they are. */
export const composeTexts = (value: unknown): unknown => {
  if (typeof value === 'string') return composeText(value)
  if (Array.isArray(value)) return value.map(composeTexts)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, composeTexts(part)]))
}
