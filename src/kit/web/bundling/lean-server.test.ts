import { expect, it } from 'vitest'
import { narrowText, withoutScreens } from './lean-server.ts'

it('escapes text beyond ASCII without changing what the code means', () => {
  const code = "const words = { 한글: `상담 2건`, sign: '…·👩‍👧' }\nreturn [words, '가나다'.replace(/[가-나]/gu, '')]"
  const narrow = narrowText(code)
  expect(narrow).toMatch(/^\p{ASCII}*$/u)
  expect(new Function(narrow)()).toEqual([{ 한글: '상담 2건', sign: '…·👩‍👧' }, '다'])
})

it('replaces the exports of a screen by components that show nothing', () => {
  const { transform } = withoutScreens(/\/console\//) as unknown as {
    transform(code: string, id: string): { code: string } | null
  }
  const code =
    "import { a } from './a.ts'\nexport function List() {}\nexport const help = a\nexport { List as default }"
  expect(transform(code, '/src/x/console/list.tsx')?.code).toBe(
    'export const List = () => null\nexport const help = () => null\nexport default () => null',
  )
  expect(transform(code, '/src/x/public/list.tsx')).toBeNull()
})
