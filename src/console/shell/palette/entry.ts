import type { ReactNode } from 'react'
import type { IconName } from '#console/kit/parts/icon.tsx'
import type { Mark } from '#console/kit/parts/state-mark.tsx'
import type { Range } from './match.ts'

/** One line of the palette. */
export interface Entry {
  key: string
  label: string
  /** Found part of the label. */
  range?: Range
  /** At the right: what it is, where it lies. */
  note?: string
  icon?: IconName
  mark?: Mark
  /** Where it leads; an act has none. */
  to?: string
  run?: () => void
  /** What the side shows while it is chosen. */
  preview?: ReactNode
  /** What can be done with it, when it is a record. */
  acts?: readonly Entry[]
}

export interface Group {
  key: 'records' | 'acts' | 'places'
  title: string
  entries: readonly Entry[]
}
