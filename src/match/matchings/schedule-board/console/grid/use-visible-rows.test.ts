import { expect, it } from 'vitest'
import { stepTowards } from './use-visible-rows.ts'

it('adds rows in steps until all wanted rows are rendered, and drops hidden rows immediately', () => {
  const target = { from: 40, to: 70 }
  let range = { from: 35, to: 60 }
  const steps: number[] = []
  for (let next = stepTowards(range, target, target); next !== range; next = stepTowards(range, target, target)) {
    steps.push(next.to - range.to)
    expect(next.from).toBe(40)
    range = next
  }
  expect([range, steps]).toEqual([target, [3, 3, 3, 1]])
})

it('adds rows upwards in steps, and starts with the visible rows after a jump', () => {
  expect(stepTowards({ from: 30, to: 60 }, { from: 10, to: 40 }, { from: 15, to: 35 })).toEqual({ from: 27, to: 40 })
  expect(stepTowards({ from: 0, to: 20 }, { from: 200, to: 240 }, { from: 205, to: 230 })).toEqual({
    from: 205,
    to: 230,
  })
})
