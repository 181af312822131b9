import { type Extensions, generateHTML, generateJSON } from '@tiptap/core'
import { TableKit } from '@tiptap/extension-table'
import StarterKit from '@tiptap/starter-kit'
import { Link as LinkShape } from '#kit/contract.ts'
import { Figure } from './figure.ts'

const isLink = (address: string): boolean => LinkShape.safeParse(address).success

const link = {
  openOnClick: false,
  autolink: true,
  defaultProtocol: 'https',
  isAllowedUri: isLink,
  HTMLAttributes: { target: null, rel: null },
} as const

/** What an article may hold: the same the server keeps when it cleans it. */
export const articleExtensions: Extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    codeBlock: false,
    code: false,
    link,
    // Below a table, a picture or a rule there is a line to write in; the other blocks are left with Enter.
    trailingNode: { notAfter: ['heading', 'bulletList', 'orderedList', 'blockquote'] },
  }),
  Figure,
  TableKit.configure({ table: { resizable: false } }),
]

/** A line or two: breaks, bold, italics, links. Enter breaks the line. */
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

/** HTML as it is stored: a line has no paragraphs, and an empty text is ''. */
export const storedHtml = (html: string, kind: RichKind): string => {
  if (kind === 'line') return html.replace(/<\/p>\s*<p>/g, '<br>').replace(/<\/?p>/g, '')
  // The empty line that the editor keeps at the end is none of the text.
  return html === '<p></p>' ? '' : html.replace(/(<\/table>|<\/figure>|<hr>)<p><\/p>$/, '$1')
}

/** HTML as this editor writes it, so that a text nobody touched compares as unchanged. */
export const normalHtml = (html: string, kind: RichKind): string =>
  html ? storedHtml(generateHTML(generateJSON(html, extensionsOf(kind)), extensionsOf(kind)), kind) : ''

/** The top-level blocks of an edited text, each as the editor writes it. */
export const htmlBlocks = (html: string): string[] => {
  const extensions = articleExtensions
  const { content } = generateJSON(html, extensions)
  return Array.isArray(content)
    ? content.map((block: Record<string, unknown>) => generateHTML({ type: 'doc', content: [block] }, extensions))
    : []
}
