/** Lists of Microsoft Word, which it copies as paragraphs with a marker and a style: `mso-list:l0 level2 lfo1`. */

interface ListStyle {
  /** From 1. */
  level: number
}

/** List item as copied. */
export interface WordItem extends ListStyle {
  /** Text of its number or bullet. */
  marker: string
  html: string
}

/** Returns the list level of a paragraph's style; null outside lists. */
export const readListStyle = (style: string): ListStyle | null => {
  const level = /mso-list:\s*l\d+\s+level(\d)/i.exec(style)?.[1]
  return level ? { level: Number(level) } : null
}

/** True for the style of the element that holds the marker. */
export const isMarkerStyle = (style: string): boolean => /mso-list:\s*ignore/i.test(style)

/** Numbers and letters end with a sign (`1.`, `1.2.`); bullets of symbol typefaces are bare letters such as `l` or `o`. */
const isNumber = (marker: string): boolean =>
  /^(?:\(?[\p{L}\p{N}]{1,5}(?:\.[\p{L}\p{N}]{1,5})*[.)、]|\d+(?:\.\d+)+|[①-⑳])$/u.test(marker.trim())

/** Number of an item within its list: the last one of `1.2.`; NaN for letters. */
const numberOf = (marker: string): number => Number.parseInt(/(\d+)\D*$/.exec(marker)?.[1] ?? '', 10)

/** Returns the items as nested lists. A level without its parent becomes one level deeper than the item before. */
export const nestItems = (items: readonly WordItem[]): string => {
  const open: ('ul' | 'ol')[] = []
  let html = ''
  const close = () => {
    html += `</li></${open.pop()}>`
  }
  for (const { level, marker, html: text } of items) {
    const depth = Math.min(level, open.length + 1)
    const tag = isNumber(marker) ? 'ol' : 'ul'
    while (open.length > depth) close()
    if (open.length === depth && open.at(-1) !== tag) close()
    if (open.length === depth) html += '</li>'
    else {
      const start = tag === 'ol' ? numberOf(marker) : 1
      html += start > 1 ? `<ol start="${start}">` : `<${tag}>`
      open.push(tag)
    }
    html += `<li><p>${text}</p>`
  }
  while (open.length > 0) close()
  return html
}

interface Group {
  first: Element
  last: Element
  items: WordItem[]
}

const itemOf = (paragraph: Element): WordItem | null => {
  const style = readListStyle(paragraph.getAttribute('style') ?? '')
  if (!style) return null
  const marker = [...paragraph.querySelectorAll('[style]')].find((part) =>
    isMarkerStyle(part.getAttribute('style') ?? ''),
  )
  const text = marker?.textContent ?? ''
  marker?.remove()
  return { ...style, marker: text.replace(/\u00a0/g, ' ').trim(), html: paragraph.innerHTML.trim() }
}

/** Replaces the paragraphs of Word's lists by lists. */
export const convertWordLists = (document: Document, parse: (html: string) => Document): void => {
  // The assertion keeps the compiler from taking the variable for null after a call of `finish`.
  let group = null as Group | null
  const finish = () => {
    if (!group) return
    for (const node of [...parse(nestItems(group.items)).body.childNodes])
      group.first.before(document.importNode(node, true))
    for (let part: Element | null = group.first; part; ) {
      const next: Element | null = part === group.last ? null : part.nextElementSibling
      part.remove()
      part = next
    }
    group = null
  }
  for (const paragraph of [...document.querySelectorAll('p, h1, h2, h3, h4, h5, h6')]) {
    const item = itemOf(paragraph)
    if (!item || (group && group.last.nextElementSibling !== paragraph)) finish()
    if (!item) continue
    group = group
      ? { ...group, last: paragraph, items: [...group.items, item] }
      : { first: paragraph, last: paragraph, items: [item] }
  }
  finish()
}
