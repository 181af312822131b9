import sanitize from 'sanitize-html'
import type { Localized } from '../contract.ts'
import { decodeEntities } from './entities.ts'
import type { Passage } from './text-diff.ts'

const withoutTarget = ({ target: _target, ...attributes }: sanitize.Attributes): sanitize.Attributes => attributes

/** Allowlist for rich text. Everything else is dropped on input, so that the database only holds clean HTML. */
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
  // Only pictures from the own store, so that no foreign server learns about readers.
  exclusiveFilter: (frame) => frame.tag === 'img' && !frame.attribs.src?.startsWith('/files/'),
  transformTags: {
    a: (tagName, attributes) => ({
      tagName,
      // Any target name opens a window that could access this one through `opener`. `_self` and similar targets are
      // dropped because they are the default.
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
 * Sanitizes until the result is stable: the output of one pass may parse differently (removing an element can end a
 * paragraph at a table), and stored HTML must parse the same everywhere.
 */
const settle = (html: string, options: sanitize.IOptions): string => {
  const once = sanitize(html, options)
  return once === html ? once : settle(once, options)
}

/** Sanitizes the HTML of a body. */
export const cleanHtml = (html: string): string => settle(html, rich)

/** Sanitizes the HTML of one or two lines: breaks, bold, links. */
export const cleanInline = (html: string): string => settle(html, inline)

/** Applies `clean` to each language of a text. */
export const cleanLocalized = <T extends Localized>(text: T, clean: (html: string) => string): T =>
  Object.fromEntries(
    Object.entries(text).map(([locale, html]) => [locale, typeof html === 'string' ? clean(html) : html]),
  ) as T

/** Returns the text of HTML without its tags, with white space collapsed. */
const bareText = (html: string): string =>
  decodeEntities(sanitize(html, { allowedTags: [], allowedAttributes: {} }))
    .replace(/\s+/g, ' ')
    .trim()

/** Converts HTML to plain text, for summaries, mail and search. */
export const plainText = (html: string): string =>
  bareText(html.replace(/<\/(p|h\d|li|tr|figcaption)>|<br\s*\/?>/gi, ' '))

/**
 * Splits a sanitized body into text blocks, in order, to compare two versions: headings, paragraphs, list items, cells.
 */
export const passagesOf = (html: string): Passage[] =>
  html
    .split(/(?=<h[2-4][\s>])|<\/h[2-4]>|<\/?(?:p|li|ul|ol|tr|th|td|blockquote|figcaption|pre)(?:\s[^>]*)?>/i)
    .map((block) => ({ heading: /^<h[2-4][\s>]/i.test(block), text: bareText(block.replace(/<br\s*\/?>/gi, ' ')) }))
    .filter(({ text }) => text !== '')

/** Converts plain text to HTML: empty lines separate paragraphs, other line ends become breaks. */
export const htmlOf = (text: string): string =>
  text
    .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`)
    .join('')
