import type { PaletteEntry } from '#console/kit/manifest/console-manifest.ts'
import type { Range } from './match-text.ts'

/** Line of the palette. */
export interface Entry extends PaletteEntry {
  /** Matched part of the label. */
  range?: Range
}

export interface Group {
  key: 'records' | 'acts' | 'places'
  title: string
  entries: readonly Entry[]
}
