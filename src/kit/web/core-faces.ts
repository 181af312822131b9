import type { AtRule, Plugin } from 'postcss'
import { type Range, readRanges } from '../unicode-range.ts'

const writeRange = ([first, last]: Range): string =>
  `U+${first.toString(16)}${last > first ? `-${last.toString(16)}` : ''}`

/** What of `ranges` none of the `taken` holds; `taken` ascends and does not overlap. */
export const without = (ranges: readonly Range[], taken: readonly Range[]): Range[] =>
  ranges.flatMap(([first, last]) => {
    const rest: Range[] = []
    let next = first
    for (const [from, to] of taken) {
      if (to < next) continue
      if (from > last) break
      if (from > next) rest.push([next, from - 1])
      next = to + 1
    }
    if (next <= last) rest.push([next, last])
    return rest
  })

/** The value of a descriptor of a `@font-face` rule, without its quotes. */
const descriptor = (face: AtRule, name: string): string => {
  const found = face.nodes?.find((node) => node.type === 'decl' && node.prop === name)
  return found?.type === 'decl' ? found.value.replace(/^["']|["']$/g, '') : ''
}

/**
 * A browser loads every font in the list of families whose `unicode-range` has a character, also those after the one
 * that is used. This takes from the slices what the core fonts of the same sheet have, and drops a slice of which
 * nothing is left; from a sheet called `behind-…` it drops the core fonts too, which a script loads there. `behind`
 * names the families of slices behind each core family.
 */
export const coreFaces = (behind: Readonly<Record<string, readonly string[]>>): Plugin => ({
  postcssPlugin: 'core-faces',
  OnceExit(root) {
    const taken = new Map<string, Map<string, Range[]>>()
    root.walkAtRules('font-face', (face) => {
      const core = descriptor(face, 'font-family')
      for (const slices of behind[core] ?? []) {
        const cores = taken.get(slices) ?? new Map<string, Range[]>()
        taken.set(slices, cores.set(core, readRanges(descriptor(face, 'unicode-range'))))
      }
    })
    if (taken.size === 0) return
    const scripted = root.source?.input.file?.includes('/behind-')
    root.walkAtRules('font-face', (face) => {
      if (scripted && descriptor(face, 'font-family') in behind) face.remove()
      const cores = taken.get(descriptor(face, 'font-family'))
      if (!cores) return
      const rest = [...cores.values()].reduce(without, readRanges(descriptor(face, 'unicode-range')))
      if (rest.length === 0) face.remove()
      else
        face.walkDecls('unicode-range', (range) => {
          range.value = rest.map(writeRange).join(',')
        })
    })
  },
})
