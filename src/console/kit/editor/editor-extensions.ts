import { type Extensions, generateHTML, generateJSON } from '@tiptap/core'
import { TableKit } from '@tiptap/extension-table'
import StarterKit from '@tiptap/starter-kit'
import { Link as LinkShape } from '#kit/contract.ts'
import { Figure } from './figure-node.ts'

const isLink = (address: string): boolean => LinkShape.safeParse(address).success

const link = {
  openOnClick: false,
  autolink: true,
  defaultProtocol: 'https',
  isAllowedUri: isLink,
  HTMLAttributes: { target: null, rel: null },
} as const

/** Everything an article may contain; must match what the server's sanitizer keeps. */
export const articleExtensions: Extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    codeBlock: false,
    code: false,
    link,
    // Adds an empty line after a table, picture or rule; Enter leaves the other blocks.
    trailingNode: { notAfter: ['heading', 'bulletList', 'orderedList', 'blockquote'] },
  }),
  Figure,
  TableKit.configure({ table: { resizable: false } }),
]

/** One or two lines of text: breaks, bold, italics, links. Enter inserts a line break. */
export const lineExtensions: Extensions = [
  StarterKit.configure({
    heading: false,
    blockquote: false,
    bulletList: false,
    orderedList: false,
    listItem: false,
    listKeymap: false,
    horizontalRule: false,
    codeBlock: false,
    code: false,
    strike: false,
    underline: false,
    trailingNode: false,
    link,
  }),
]

export type RichKind = 'article' | 'line'

export const extensionsOf = (kind: RichKind): Extensions => (kind === 'article' ? articleExtensions : lineExtensions)

/** HTML as stored: a `line` has no paragraphs, and an empty text is ''. */
export const toStoredHtml = (html: string, kind: RichKind): string => {
  if (kind === 'line') return html.replace(/<\/p>\s*<p>/g, '<br>').replace(/<\/?p>/g, '')
  // Drops the trailing empty line that the editor adds.
  return html === '<p></p>' ? '' : html.replace(/(<\/table>|<\/figure>|<hr>)<p><\/p>$/, '$1')
}

/** HTML as this editor serializes it, so that an unedited text compares as unchanged. */
export const normalizeHtml = (html: string, kind: RichKind): string =>
  html ? toStoredHtml(generateHTML(generateJSON(html, extensionsOf(kind)), extensionsOf(kind)), kind) : ''

/** Top-level blocks of a rich text, each as the editor serializes it. */
export const htmlBlocks = (html: string): string[] => {
  const extensions = articleExtensions
  const { content } = generateJSON(html, extensions)
  return Array.isArray(content)
    ? content.map((block: Record<string, unknown>) => generateHTML({ type: 'doc', content: [block] }, extensions))
    : []
}
