import { describe, expect, test } from 'vitest'
import type { Unit } from './change-units.ts'
import { mergeValues, resolveMerge } from './merge-values.ts'

const unit = (path: string, kind: Unit['kind'] = 'text'): Unit => ({ path, label: path, field: path, kind })
const units = [unit('title'), unit('summary'), unit('category', 'plain'), unit('body', 'html')]
const split = (html: string) => html.match(/<p>.*?<\/p>/g) ?? []
const base = { title: 'a', summary: 'b', category: 'c', body: '<p>1</p><p>2</p><p>3</p>' }
const merge = (mine: Partial<typeof base>, theirs: Partial<typeof base>) =>
  mergeValues(units, base, { ...base, ...mine }, { ...base, ...theirs }, split)

describe('a merge of two changes to a record', () => {
  test('takes changes of one side only', () => {
    const { values, merged, overlaps } = merge({ title: 'mine' }, { category: 'theirs' })
    expect(values).toEqual({ ...base, title: 'mine', category: 'theirs' })
    expect(merged.map(({ unit: { path } }) => path)).toEqual(['category'])
    expect(overlaps).toEqual([])
  })

  test('reports no conflict for equal changes', () => {
    const { values, overlaps, merged } = merge({ title: 'same' }, { title: 'same' })
    expect(values.title).toBe('same')
    expect([...overlaps, ...merged]).toEqual([])
  })

  test('reports different changes of both sides as overlaps', () => {
    const merged = merge({ summary: 'mine' }, { summary: 'theirs' })
    expect(merged.overlaps).toMatchObject([{ key: 'summary', base: 'b', mine: 'mine', theirs: 'theirs' }])
    expect(resolveMerge(merged, new Map([['summary', 'theirs']])).summary).toBe('theirs')
    expect(resolveMerge(merged, new Map([['summary', 'mine']])).summary).toBe('mine')
  })

  test('merges changes of different paragraphs', () => {
    const merged = merge({ body: '<p>one</p><p>2</p><p>3</p>' }, { body: '<p>1</p><p>2</p><p>three</p><p>4</p>' })
    expect(merged.overlaps).toEqual([])
    expect(merged.values.body).toBe('<p>one</p><p>2</p><p>three</p><p>4</p>')
  })

  test('reports only the paragraph that both sides changed', () => {
    const merged = merge({ body: '<p>1</p><p>two</p><p>3</p>' }, { body: '<p>0</p><p>1</p><p>zwei</p><p>3</p>' })
    expect(merged.overlaps).toMatchObject([{ block: 3, base: '<p>2</p>', mine: '<p>two</p>', theirs: '<p>zwei</p>' }])
    const key = merged.overlaps[0]?.key ?? ''
    expect(resolveMerge(merged, new Map([[key, 'theirs']])).body).toBe('<p>0</p><p>1</p><p>zwei</p><p>3</p>')
    expect(resolveMerge(merged, new Map([[key, 'mine']])).body).toBe('<p>0</p><p>1</p><p>two</p><p>3</p>')
  })

  test('reports a paragraph that one side removed and the other changed', () => {
    const merged = merge({ body: '<p>1</p><p>3</p>' }, { body: '<p>1</p><p>zwei</p><p>3</p>' })
    expect(merged.overlaps).toMatchObject([{ mine: '', theirs: '<p>zwei</p>' }])
    const key = merged.overlaps[0]?.key ?? ''
    expect(resolveMerge(merged, new Map([[key, 'mine']])).body).toBe('<p>1</p><p>3</p>')
  })
})
