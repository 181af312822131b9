import { expect, test } from 'vitest'
import { findPhrases } from './check-words.mjs'

test('finds a phrase in every kind of comment, with its line number', () => {
  expect(
    findPhrases('a.ts', "const a = 1\n// Whoever asks.\n/**\n * It\n * stands here.\n */\nconst b = ''\n"),
  ).toEqual(['a.ts:2: "Whoever"', 'a.ts:5: "stands"'])
  expect(findPhrases('a.tsx', 'const a = (\n  <p>\n    {/* It stood here. */}\n  </p>\n)\n')).toEqual([
    'a.tsx:3: "stood"',
  ])
  expect(findPhrases('a.css', '.a {\n  /* One line,\n     it lies there. */\n}\n')).toEqual(['a.css:3: "lies there"'])
})

test('finds a phrase in SQL, decision records and test titles', () => {
  expect(findPhrases('a.sql', 'SELECT 1; -- read by nobody\n')).toEqual(['a.sql:1: "nobody"'])
  expect(findPhrases('a.md', '# Title\n\nSomebody decides.\n')).toEqual(['a.md:3: "Somebody"'])
  expect(findPhrases('a.test.ts', "it('shows it to nobody else', () => {})\n")).toEqual(['a.test.ts:1: "nobody"'])
  expect(findPhrases('a.ts', '// Whose turn it is.\n// The id of `nobody`.\n')).toEqual(['a.ts:1: "Whose"'])
})

test('finds a phrase in titles of parametrised tests, which may span several lines', () => {
  expect(findPhrases('a.test.ts', "it.each([1])('shows %s to nobody', () => {})\n")).toEqual(['a.test.ts:1: "nobody"'])
  expect(findPhrases('a.test.ts', "describe.each([\n  1,\n])('where it stands', () => {})\n")).toEqual([
    'a.test.ts:3: "stands"',
  ])
  expect(findPhrases('a.spec.ts', "test(\n  'shows it to whoever asks',\n  {},\n)\n")).toEqual([
    'a.spec.ts:2: "whoever"',
  ])
})

test('finds a phrase in descriptions of the API and in errors of database functions', () => {
  const contract = "const A = z.uuid().describe('Of whoever asks')\nconst a = route({ summary: `Where it stands.` })\n"
  expect(findPhrases('contract-a.ts', contract)).toEqual(['contract-a.ts:1: "whoever"', 'contract-a.ts:2: "stands"'])
  expect(findPhrases('a.sql', "RAISE EXCEPTION 'nobody saw it' USING ERRCODE = '23514';\n")).toEqual([
    'a.sql:1: "nobody"',
  ])
})

test('ignores strings, names and other words', () => {
  expect(
    findPhrases('a.ts', "const stands = 'https://a.test // whoever'\n// The stand-in of a font, understood.\n"),
  ).toEqual([])
})
