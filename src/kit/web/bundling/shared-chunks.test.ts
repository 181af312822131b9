import { expect, test } from 'vitest'
import { findUnmatched, sharedChunks } from './shared-chunks.ts'

const chunks = [
  { name: 'framework', modules: ['node_modules/react/'] },
  { name: 'words', modules: ['messages/site_'] },
  { name: 'parts', modules: ['src/ui/controls/button', 'vite/preload-helper'] },
]
const paths = [
  'node_modules/react/index.js',
  'messages/site_name.js',
  'src/ui/controls/button.tsx',
  'vite/preload-helper.js',
]

test('names a declared module that was renamed', () => {
  expect(findUnmatched(chunks, paths)).toEqual([])
  expect(findUnmatched(chunks, paths.with(2, 'src/ui/controls/act.tsx'))).toEqual([
    "src/ui/controls/button (chunk 'parts')",
  ])
  expect(findUnmatched(chunks, paths.with(1, 'messages/sites.js'))).toEqual(["messages/site_ (chunk 'words')"])
})

test('matches a file with its style sheet, but no other file with the same beginning', () => {
  const { groups } = sharedChunks('/project', chunks)
  const chunkOf = (id: string) => groups.find((group) => group.test(id))?.name
  expect(chunkOf('/project/src/ui/controls/button.module.css?direct')).toBe('parts')
  expect(chunkOf('/project/src/ui/button-row.tsx')).toBeUndefined()
  expect(chunkOf('\0vite/preload-helper.js')).toBe('parts')
  expect(chunkOf('/project/node_modules/react-dom/index.js')).toBeUndefined()
})
