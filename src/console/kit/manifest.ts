import type { ComponentType, ReactNode } from 'react'
import type { Mark } from './parts/state-mark.tsx'

/** A screen, or a view of one, in the rail, the pane and the palette. */
export interface Place {
  /** Key of the section it is listed in (`console/shell/sections.ts`). */
  section: string
  /** Where in the section: ascending, steps of ten. */
  position: number
  to: string
  label: () => string
  /** Scope without which the place is hidden and its address refused. */
  scope?: `console:${string}`
  /** Figure or work of the desk shown beside it: `<module>.<name>`. */
  count?: string
  /** Other words under which the palette finds it, as staff of any language type them. */
  words?: string
  /** Shown beneath it in the pane. */
  beneath?: ComponentType<{ onNavigate?: (() => void) | undefined }>
}

/** Work that waits, as the desk shows it; what there is of it comes from the module's server side under the same key. */
export interface Work {
  key: string
  /** Ascending over all modules: what is most urgent first. */
  position: number
  title: () => string
  note: () => string
  /** List of all of them. */
  all: string
  scope: `console:${string}`
  /** Mark of its entries where they bring none. */
  mark: Mark
}

/** A record the palette found, or something it can do. */
export interface PaletteEntry {
  key: string
  label: string
  note?: string
  icon?: string
  mark?: Mark
  /** Where it leads; otherwise `run`. */
  to?: string
  run?: () => void
  preview?: ReactNode
}

/** All that the console's shell needs to know of a module, in its `console/manifest.tsx`. */
export interface ConsoleManifest {
  places?: readonly Place[]
  /** Its scopes in words: 'Change posts'. */
  scopes?: Readonly<Record<`console:${string}`, () => string>>
  /** Its kinds of records as the log names them, by the entity that `writeAudit` is given. */
  entities?: Readonly<Record<string, () => string>>
  works?: readonly Work[]
}
