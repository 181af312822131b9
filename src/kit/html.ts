import sanitize from 'sanitize-html'
import type { Localized } from './contract.ts'
import type { Passage } from './text-diff.ts'

const withoutTarget = ({ target: _target, ...attributes }: sanitize.Attributes): sanitize.Attributes => attributes

/** What people may write into a rich text; everything else is dropped on the way in, so the database holds it clean. */
const rich: sanitize.IOptions = {
  allowedTags: [
    'p',
    'br',
    'hr',
    'h2',
    'h3',
    'h4',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'a',
    'ul',
    'ol',
    'li',
    'blockquote',
    'figure',
    'figcaption',
    'img',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
    'sub',
    'sup',
    'code',
    'pre',
  ],
  allowedAttributes: {
    a: ['href', 'title', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
    ol: ['start'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesAppliedToAttributes: ['href', 'src'],
  allowProtocolRelative: false,
  // Pictures come from the own store; a stranger's server learns nothing about readers.
  exclusiveFilter: (frame) => frame.tag === 'img' && !frame.attribs.src?.startsWith('/files/'),
  transformTags: {
    a: (tagName, attributes) => ({
      tagName,
      // Any name opens a window that could reach back to this one; `_self` and its like are not needed.
      attribs:
        attributes.target === undefined || /^_(?:self|top|parent)$/i.test(attributes.target)
          ? withoutTarget(attributes)
          : { ...attributes, target: '_blank', rel: 'noopener noreferrer' },
    }),
  },
}

const inline: sanitize.IOptions = {
  allowedTags: ['br', 'strong', 'b', 'em', 'i', 'a'],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['http', 'https', 'tel', 'mailto'],
  allowProtocolRelative: false,
}

/**
 * Cleaned until cleaning changes nothing: what is left after a forbidden element is taken out may read differently
 * (a paragraph ends at a table), and what the database holds must read the same to every reader.
 */
const settle = (html: string, options: sanitize.IOptions): string => {
  const once = sanitize(html, options)
  return once === html ? once : settle(once, options)
}

/** Sanitised HTML of a body. */
export const cleanHtml = (html: string): string => settle(html, rich)

/** Sanitised HTML of a line or two: breaks, bold, links. */
export const cleanInline = (html: string): string => settle(html, inline)

/** Each language of a text through `clean`. */
export const cleanLocalized = <T extends Localized>(text: T, clean: (html: string) => string): T =>
  Object.fromEntries(
    Object.entries(text).map(([locale, html]) => [locale, typeof html === 'string' ? clean(html) : html]),
  ) as T

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/** What is left of HTML without its elements, its white space as one space each. */
const bareText = (html: string): string =>
  sanitize(html, { allowedTags: [], allowedAttributes: {} })
    .replace(/&(amp|lt|gt|quot);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()

/** The text without any mark-up, for summaries, mail and search. */
export const plainText = (html: string): string =>
  bareText(html.replace(/<\/(p|h\d|li|tr|figcaption)>|<br\s*\/?>/gi, ' '))

/** The blocks of a cleaned body as text, in order, to compare two versions: headings, paragraphs, entries, cells. */
export const passagesOf = (html: string): Passage[] =>
  html
    .split(/(?=<h[2-4][\s>])|<\/h[2-4]>|<\/?(?:p|li|ul|ol|tr|th|td|blockquote|figcaption|pre)(?:\s[^>]*)?>/i)
    .map((block) => ({ heading: /^<h[2-4][\s>]/i.test(block), text: bareText(block.replace(/<br\s*\/?>/gi, ' ')) }))
    .filter(({ text }) => text !== '')

/** Plain words as HTML: paragraphs where lines are empty, breaks where they are not. */
export const htmlOf = (text: string): string =>
  text
    .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`)
    .join('')
