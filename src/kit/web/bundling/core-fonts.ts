import type { AtRule, Plugin } from 'postcss'
import { type Range, readRanges } from '../../text/unicode-range.ts'

const writeRange = ([first, last]: Range): string =>
  `U+${first.toString(16)}${last > first ? `-${last.toString(16)}` : ''}`

/** Returns the part of `ranges` that is not in `removed`, which must be sorted and must not overlap. */
export const subtractRanges = (ranges: readonly Range[], removed: readonly Range[]): Range[] =>
  ranges.flatMap(([first, last]) => {
    const rest: Range[] = []
    let next = first
    for (const [from, to] of removed) {
      if (to < next) continue
      if (from > last) break
      if (from > next) rest.push([next, from - 1])
      next = to + 1
    }
    if (next <= last) rest.push([next, last])
    return rest
  })

/** Returns the value of a `@font-face` descriptor without its quotes. */
const descriptor = (face: AtRule, name: string): string => {
  const found = face.nodes?.find((node) => node.type === 'decl' && node.prop === name)
  return found?.type === 'decl' ? found.value.replace(/^["']|["']$/g, '') : ''
}

/**
 * PostCSS plugin that removes the core fonts' characters from the other font subsets. A browser loads every font in the
 * family list whose `unicode-range` contains a character, even those after the one it uses. Subsets that become empty
 * are dropped. In a sheet named `behind-…` the core fonts are dropped too, because a script loads them there. `behind`
 * maps each core family to the families of its fallback subsets.
 */
export const coreFonts = (behind: Readonly<Record<string, readonly string[]>>): Plugin => ({
  postcssPlugin: 'core-faces',
  OnceExit(root) {
    const coresByFamily = new Map<string, Map<string, Range[]>>()
    root.walkAtRules('font-face', (face) => {
      const core = descriptor(face, 'font-family')
      for (const slices of behind[core] ?? []) {
        const cores = coresByFamily.get(slices) ?? new Map<string, Range[]>()
        coresByFamily.set(slices, cores.set(core, readRanges(descriptor(face, 'unicode-range'))))
      }
    })
    if (coresByFamily.size === 0) return
    const scripted = root.source?.input.file?.includes('/behind-')
    root.walkAtRules('font-face', (face) => {
      if (scripted && descriptor(face, 'font-family') in behind) face.remove()
      const cores = coresByFamily.get(descriptor(face, 'font-family'))
      if (!cores) return
      const rest = [...cores.values()].reduce(subtractRanges, readRanges(descriptor(face, 'unicode-range')))
      if (rest.length === 0) face.remove()
      else
        face.walkDecls('unicode-range', (range) => {
          range.value = rest.map(writeRange).join(',')
        })
    })
  },
})
