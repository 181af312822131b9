import { readFile } from 'node:fs/promises'
import { Script } from 'node:vm'
import { expect, test } from 'vitest'
import { inlineScript } from './inline-script.ts'

test('compiles a program to a script without types, comments and long names', async () => {
  const text = await inlineScript(
    '/a/program.ts',
    '/** Doubles. */\n;((number: number) => window.show(number * 2))(21)\n',
  )
  expect(text).toMatch(/^\(?\(?\(?\w*\)?=>|window\.show\(/)
  expect(text).not.toMatch(/Doubles|: ?number/)
  const shown: number[] = []
  new Script(text).runInNewContext({ window: { show: (number: number) => shown.push(number) } })
  expect(shown).toEqual([42])
})

test('allows type imports and refuses value imports', async () => {
  expect(await inlineScript('/a/program.ts', "import type { A } from './a.ts'\nwindow.a = 1 as unknown as A")).toBe(
    'window.a=1;',
  )
  await expect(inlineScript('/a/program.ts', "import { a } from './a.ts'\nwindow.a = a")).rejects.toThrow()
  await expect(inlineScript('/a/program.ts', 'export const a = 1')).rejects.toThrow()
})

test('keeps the hydration program below 2,200 bytes without ending the script element', async () => {
  const file = `${import.meta.dirname}/../hydration/hydrate-program.ts`
  const text = await inlineScript(file, await readFile(file, 'utf8'))
  expect(() => new Script(text)).not.toThrow()
  expect(text.length).toBeLessThan(2200)
  expect(text).not.toMatch(/<\/|<!--|\n/)
})
