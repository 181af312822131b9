import { describe, expect, it } from 'vitest'
import { type Branch, buildTree, dropIndex, moveBranch, stepBranch } from './rules.ts'

/** `tree('a', '-b')`: b is below a. */
const tree = (...rows: string[]): readonly Branch[] => {
  const way: string[] = []
  return rows.map((row) => {
    const _id = row.replaceAll('-', '')
    const depth = row.length - _id.length
    way[depth] = _id
    return { _id, depth, parent: depth > 0 ? (way[depth - 1] ?? null) : null }
  })
}
const shown = (rows: readonly Branch[]) => rows.map(({ _id, depth }) => '-'.repeat(depth) + _id)

const start = tree('a', '-b', '--c', '-d', 'e', '-f')

describe('a category tree', () => {
  it('is built in order of positions, parents first', () => {
    const rows = [
      { _id: 'f', parent: 'e', position: 0 },
      { _id: 'e', parent: null, position: 2 },
      { _id: 'd', parent: 'a', position: 4 },
      { _id: 'c', parent: 'b', position: 0 },
      { _id: 'b', parent: 'a', position: 3 },
      { _id: 'a', parent: null, position: 1 },
    ]
    expect(buildTree(rows)).toEqual(start)
  })

  it('moves a branch step by step with its descendants', () => {
    expect(shown(stepBranch(start, 'e', 'up'))).toEqual(['e', '-f', 'a', '-b', '--c', '-d'])
    expect(shown(stepBranch(start, 'a', 'down'))).toEqual(['e', '-f', 'a', '-b', '--c', '-d'])
    expect(shown(stepBranch(start, 'd', 'in'))).toEqual(['a', '-b', '--c', '--d', 'e', '-f'])
    expect(shown(stepBranch(start, 'b', 'out'))).toEqual(['a', '-d', 'b', '-c', 'e', '-f'])
    expect(stepBranch(start, 'c', 'out').find(({ _id }) => _id === 'c')?.parent).toBe('a')
  })

  it('stays unchanged if a step leads nowhere or below the third level', () => {
    for (const [id, step] of [
      ['a', 'up'],
      ['a', 'in'],
      ['a', 'out'],
      ['e', 'down'],
      ['d', 'down'],
      ['c', 'in'],
      ['x', 'up'],
    ] as const)
      expect(stepBranch(start, id, step)).toBe(start)
    // b has two levels below it, so it cannot go deeper.
    expect(stepBranch(tree('a', 'b', '-c', '--d'), 'b', 'in')).toEqual(tree('a', 'b', '-c', '--d'))
  })

  it('places a dropped branch at the held depth or the nearest one that fits', () => {
    expect(dropIndex(start, 'e', 'b')).toBe(1)
    expect(shown(moveBranch(start, 'e', 1, 1))).toEqual(['a', '-e', '--f', '-b', '--c', '-d'])
    // Too shallow: the rows after it would get another parent.
    expect(shown(moveBranch(start, 'e', 1, 0))).toEqual(['a', '-e', '--f', '-b', '--c', '-d'])
    expect(shown(moveBranch(start, 'd', 0, 5))).toEqual(['d', 'a', '-b', '--c', 'e', '-f'])
    expect(shown(moveBranch(start, 'f', dropIndex(start, 'f', 'c'), 2))).toEqual(['a', '-b', '--f', '--c', '-d', 'e'])
    expect(shown(moveBranch(start, 'b', dropIndex(start, 'b', 'f'), 2))).toEqual(['a', '-d', 'e', '-f', '-b', '--c'])
    // Dropped onto itself or its own descendant.
    expect(dropIndex(start, 'a', 'c')).toBe(0)
    expect(moveBranch(start, 'a', 0, 0)).toBe(start)
  })
})
