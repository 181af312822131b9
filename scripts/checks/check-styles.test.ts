import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkStyles, findClasses, findClassUses } from './check-styles.mjs'

test('reports a class that the module does not define, and a module that is missing', async () => {
  const project = await mkdtemp(join(tmpdir(), 'styles-'))
  onTestFinished(() => rm(project, { recursive: true }))
  await mkdir(join(project, 'src'))
  await writeFile(join(project, 'package.json'), JSON.stringify({ imports: { '#ui/*': './src/*' } }))
  await writeFile(join(project, 'src/card.module.css'), '.card {\n  color: red;\n}\n')
  await writeFile(
    join(project, 'src/card.tsx'),
    "import styles from '#ui/card.module.css'\nimport other from './other.module.css'\n" +
      'export const card = [styles.card, styles.title]\nexport const row = other.row\n',
  )
  expect(checkStyles(project, 'src')).toEqual([
    'src/card.tsx:3: .title is not defined in src/card.module.css.',
    'src/card.tsx:4: ./other.module.css does not exist.',
  ])
})

test('finds the classes of nested rules and ignores comments, strings, numbers and layers', () => {
  const css = `
    /* .comment */
    @layer site.page {
      .card { margin: 0.5em; background: url(a.png); &.open .title::after { content: ".text"; } }
    }`
  expect([...findClasses(css)]).toEqual(['card', 'open', 'title'])
})

test('finds names that are written out and ignores calculated names', () => {
  const source =
    "import styles from './a.module.css'\nconst list = [styles.row, styles['row-open'], styles[tone], page.row]\n"
  expect(findClassUses('a.ts', source)).toEqual([
    { module: './a.module.css', name: 'row', line: 2 },
    { module: './a.module.css', name: 'row-open', line: 2 },
  ])
})
