import { Schema } from '@tiptap/pm/model'
import { expect, it } from 'vitest'
import { countCharacters } from './count-characters.ts'

const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: { content: 'text*', group: 'block' },
    list: { content: 'item+', group: 'block' },
    item: { content: 'paragraph+' },
    text: {},
  },
})

const { doc, paragraph, list, item } = schema.nodes

it('counts characters and line breaks, not the nodes around them', () => {
  const line = (words: string) => paragraph.create(null, words ? schema.text(words) : null)
  const items = list.create(null, [item.create(null, line('둘')), item.create(null, line('셋'))])
  expect(countCharacters(doc.create(null, [line('하나'), items, line('')]))).toBe('하나\n둘\n셋\n'.length)
})
