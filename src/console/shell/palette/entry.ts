import type { PaletteEntry } from '#console/kit/manifest/console-manifest.ts'
import type { Range } from './match.ts'

/** One line of the palette. */
export interface Entry extends PaletteEntry {
  /** Found part of the label. */
  range?: Range
}

export interface Group {
  key: 'records' | 'acts' | 'places'
  title: string
  entries: readonly Entry[]
}
