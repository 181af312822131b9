import { expect, test } from 'vitest'
import { type Graph, sortModules } from './screen-chunks.ts'

const graph: Graph = new Map(
  Object.entries({
    'page.tsx': ['react', 'button', 'word'],
    'console/layout.tsx': ['react', 'button', 'menu', 'frame'],
    'console/list.tsx': ['react', 'menu', 'table', 'search'],
    'console/form.tsx': ['react', 'menu', 'search', 'input', 'editor'],
    frame: ['menu', 'word'],
    menu: ['react', 'icon'],
    search: ['icon'],
    table: [],
    input: [],
    editor: ['tiptap'],
    icon: [],
    tiptap: [],
    button: [],
    word: [],
    react: [],
  }).map(([id, imports]) => [id, { imports, loads: [], isEntry: id.endsWith('.tsx') }]),
)
const sorted = (given = graph) =>
  Object.fromEntries(
    sortModules(
      given,
      (id) => id.startsWith('console/'),
      (id) => id === 'react',
      [
        { name: 'console', from: [['console/layout.tsx'], ['console/list.tsx', 'console/form.tsx']] },
        { name: 'form', from: [['console/form.tsx']], isHeavy: (id) => id === 'tiptap' },
      ],
    ),
  )

test('what all screens load goes into one file; what other pages load too stays out, with all that imports it', () => {
  expect(sorted()).toEqual({ menu: 'console', icon: 'console', search: 'console', input: 'form' })
})

test('what a page loads later is loaded by it too', () => {
  const later = new Map(graph).set('page.tsx', { imports: ['react'], loads: ['menu'], isEntry: true })
  expect(sorted(later)).toEqual({ button: 'console', word: 'console', input: 'form' })
})
