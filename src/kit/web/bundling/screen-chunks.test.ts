import { expect, test } from 'vitest'
import { type Graph, messagesIn, sortModules } from './screen-chunks.ts'

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
const within = (part: string) => (id: string) => id.startsWith(part)
const sorted = (given = graph) =>
  Object.fromEntries(
    sortModules(given, (id) => id === 'react', [
      {
        name: 'console',
        isWithin: within('console/'),
        from: [['console/layout.tsx'], ['console/list.tsx', 'console/form.tsx']],
      },
      { name: 'form', isWithin: within('console/'), from: [['console/form.tsx']], isHeavy: (id) => id === 'tiptap' },
      { name: 'all', isWithin: () => true, from: [['page.tsx', 'console/layout.tsx']] },
    ]),
  )

const ofConsole = {
  'console/layout.tsx': 'console',
  frame: 'console',
  menu: 'console',
  icon: 'console',
  search: 'console',
}

test('bundles modules that all screens of a set import, except those of other pages', () => {
  expect(sorted()).toEqual({ ...ofConsole, input: 'form', button: 'all', word: 'all' })
})

test('counts dynamic imports of a page', () => {
  const later = new Map(graph).set('page.tsx', { imports: ['react'], loads: ['menu'], isEntry: true })
  const { menu: _menu, icon: _icon, ...others } = ofConsole
  expect(sorted(later)).toEqual({ ...others, button: 'console', word: 'console', input: 'form' })
})

test('includes only the messages that a module uses', () => {
  expect(messagesIn('title: m.users_title, text: m.users_text({ name }), again: m.users_title() + form.x')).toEqual([
    'users_title',
    'users_text',
  ])
})
