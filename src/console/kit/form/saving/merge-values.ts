import { diff3Merge } from 'node-diff3'
import { sameValue, valueAt, withValue } from '../../parts/values/value-paths.ts'
import type { Unit } from './change-units.ts'

/**
 * Three-way merge of two users' changes to a record: takes both sides' separate changes and leaves conflicting ones to
 * the user. Rich text (HTML) is compared block by block, every other value as a whole.
 */

/** A unit or block that both sides changed differently. */
export interface Overlap {
  /** Unique key: the unit's path, and the block number within a text. */
  key: string
  unit: Unit
  /** Block number within a text, from 1. */
  block?: number
  base: unknown
  mine: unknown
  theirs: unknown
}

/** A unit that only the other side changed. */
export interface TheirChange {
  unit: Unit
  base: unknown
  theirs: unknown
}

/** Run of blocks: resolved, or to be chosen under the overlap's key. */
type Hunk = { blocks: string[] } | { choose: string; mine: string[]; theirs: string[] }

export interface Merge<Shape> {
  /** Merged values; overlaps still hold mine. */
  values: Shape
  merged: TheirChange[]
  overlaps: Overlap[]
  /** Texts with conflicting blocks. */
  texts: { unit: Unit; hunks: Hunk[] }[]
}

export type Choice = 'mine' | 'theirs'

/** Splits a rich text into its top-level blocks. */
type Split = (html: string) => string[]

export const mergeValues = <Shape extends Record<string, unknown>>(
  units: readonly Unit[],
  base: Shape,
  mine: Shape,
  theirs: Shape,
  split: Split,
): Merge<Shape> => {
  const merge: Merge<Shape> = { values: theirs, merged: [], overlaps: [], texts: [] }
  for (const unit of units) {
    const was = valueAt(base, unit.path)
    const my = valueAt(mine, unit.path)
    const their = valueAt(theirs, unit.path)
    const iChanged = !sameValue(was, my)
    const theyChanged = !sameValue(was, their)
    if (theyChanged && !iChanged) merge.merged.push({ unit, base: was, theirs: their })
    if (!iChanged || sameValue(my, their)) continue
    merge.values = withValue(merge.values, unit.path, my)
    if (!theyChanged) continue
    const texts = unit.kind === 'html' && typeof was === 'string' && typeof my === 'string' && typeof their === 'string'
    if (!texts) {
      merge.overlaps.push({ key: unit.path, unit, base: was, mine: my, theirs: their })
      continue
    }
    const hunks = mergeBlocks(unit, split(was), split(my), split(their), merge.overlaps)
    merge.values = withValue(
      merge.values,
      unit.path,
      joined(hunks, () => 'mine'),
    )
    merge.texts.push({ unit, hunks })
  }
  return merge
}

/** Returns the values after every overlap was chosen. */
export const resolveMerge = <Shape extends Record<string, unknown>>(
  merge: Merge<Shape>,
  choices: ReadonlyMap<string, Choice>,
): Shape => {
  const choice = (key: string): Choice => choices.get(key) ?? 'mine'
  let { values } = merge
  for (const { unit, hunks } of merge.texts) values = withValue(values, unit.path, joined(hunks, choice))
  for (const { key, unit, block, theirs } of merge.overlaps)
    if (block === undefined && choice(key) === 'theirs') values = withValue(values, unit.path, theirs)
  return values
}

const joined = (hunks: readonly Hunk[], choice: (key: string) => Choice): string =>
  hunks.flatMap((hunk) => ('blocks' in hunk ? hunk.blocks : hunk[choice(hunk.choose)])).join('')

/** diff3: takes a change of one side; different changes of both sides are an overlap. */
const mergeBlocks = (unit: Unit, base: string[], mine: string[], theirs: string[], overlaps: Overlap[]): Hunk[] => {
  let block = 1
  return diff3Merge(mine, base, theirs).flatMap(({ ok = [], conflict }): Hunk[] => {
    block += ok.length
    if (!conflict) return [{ blocks: ok }]
    const { a, b, o } = conflict
    const key = `${unit.path}#${block}`
    overlaps.push({ key, unit, block, base: o.join(''), mine: a.join(''), theirs: b.join('') })
    block += 1
    return [{ choose: key, mine: a, theirs: b }]
  })
}
