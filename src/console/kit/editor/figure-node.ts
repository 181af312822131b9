import { mergeAttributes, Node } from '@tiptap/core'
import { m } from '#messages/messages.js'

export interface FigureAttributes {
  src: string
  alt: string
  width: number | null
  height: number | null
}

const attribute = (name: string) => ({
  default: null,
  parseHTML: (element: HTMLElement) => imageOf(element)?.getAttribute(name) ?? null,
})

const imageOf = (element: HTMLElement): Element | null =>
  element.tagName === 'IMG' ? element : element.querySelector('img')

/** Picture with caption: `<figure><img><figcaption>`. A bare `<img>` is parsed as a figure without caption. */
export const Figure = Node.create({
  name: 'figure',
  group: 'block',
  content: 'inline*',
  draggable: true,
  isolating: true,

  addAttributes() {
    return { src: attribute('src'), alt: attribute('alt'), width: attribute('width'), height: attribute('height') }
  },

  parseHTML() {
    return [
      {
        tag: 'figure',
        contentElement: (figure: HTMLElement) => figure.querySelector('figcaption') ?? document.createElement('p'),
      },
      { tag: 'img[src]' },
    ]
  },

  renderHTML({ HTMLAttributes }) {
    return ['figure', ['img', mergeAttributes(HTMLAttributes)], ['figcaption', 0]]
  },

  addNodeView() {
    return ({ node }) => {
      const figure = document.createElement('figure')
      const image = document.createElement('img')
      const note = document.createElement('span')
      const caption = document.createElement('figcaption')
      note.contentEditable = 'false'
      note.className = 'figure-note'
      const show = ({ src, alt }: Record<string, unknown>) => {
        image.src = String(src ?? '')
        image.alt = String(alt ?? '')
        note.textContent = alt ? m.editor_alt_there() : m.editor_alt_missing()
        note.dataset.missing = String(!alt)
      }
      show(node.attrs)
      caption.dataset.placeholder = m.editor_caption()
      figure.append(image, note, caption)
      return {
        dom: figure,
        contentDOM: caption,
        update: (next) => {
          if (next.type.name !== 'figure') return false
          show(next.attrs)
          caption.dataset.empty = String(next.content.size === 0)
          return true
        },
        ignoreMutation: (mutation) => mutation.type !== 'selection' && !caption.contains(mutation.target),
      }
    }
  },
})
