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

test('ignores strings, names and other words', () => {
  expect(
    findPhrases('a.ts', "const stands = 'https://a.test // whoever'\n// The stand-in of a font, understood.\n"),
  ).toEqual([])
})
