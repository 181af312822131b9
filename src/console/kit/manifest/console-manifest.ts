import type { ComponentType, ReactNode } from 'react'
import type { Locale } from '#kit/locale.ts'
import type { Section } from '#kit/scopes.ts'
import type { IconName } from '../parts/icon.tsx'
import type { Mark } from '../parts/state-mark.tsx'

/** Subject of a right: the console itself, or one of its sections (`#kit/scopes.ts`). */
export type Scope = 'console' | Section

/** A screen, or a view of one, in the rail, pane and palette. */
export interface Place {
  /** Key of its section (`console/shell/navigation/sections.ts`). */
  section: string
  /** Position within the section: ascending, in steps of ten. */
  position: number
  to: string
  label: () => string
  /** Scope that the place requires; without it the place is hidden and its address refused. */
  scope?: Scope
  /** Count shown beside it: `<module>.<name>` of a desk figure, desk work or live count. */
  count?: string
  /** Additional search words for the palette, in any language staff type. */
  keywords?: string
  /** Sub-entries in the pane. */
  beneath?: {
    component: ComponentType<{ onNavigate?: (() => void) | undefined }>
    /** Query parameter of the place's address that selects the sub-entry. */
    query: string
  }
}

/** Pending work on the desk; the module's server side provides its entries under the same key. */
export interface PendingWork {
  /** `<module>.<work>`. */
  key: string
  /** Sort order across all modules, ascending; most urgent first. */
  position: number
  title: () => string
  note: () => string
  /** Address of the full list. */
  all: string
  /** Scope required for the list and its entries. */
  scope: Scope
  /** Default mark of its entries. */
  mark: Mark
  /** True if it proceeds automatically: shown on the desk, but not counted as waiting. */
  isUnattended?: boolean
}

/** Figure in the line below the desk's date: '12 posts'. */
export interface Figure {
  /** `<module>.<figure>`. */
  key: string
  /** Sort order across all modules, ascending. */
  position: number
  text: (count: number) => string
}

/** Line chart on the desk, one value per day. */
export interface Series {
  /** `<module>.<series>`. */
  key: string
  /** Sort order across all modules, ascending. */
  position: number
  title: () => string
  /** Column heading of the table behind the chart. */
  unit: () => string
  /** Compares the second half of the period with the first, as text; `difference` is never 0. */
  change: (difference: number) => string
}

/** Palette entry: a record or an action. */
export interface PaletteEntry {
  key: string
  label: string
  /** Right-aligned note: what it is, where it was found. */
  note?: string
  icon?: IconName
  mark?: Mark
  /** Link target; otherwise `run` is called. */
  to?: string
  run?: () => void
  /** Preview shown while the entry is selected. */
  preview?: ReactNode
  /** Actions for a record; `reload` refetches everything on the screen. */
  actions?: (reload: () => Promise<void>) => readonly PaletteEntry[]
}

/** Search source of the palette for one kind of record. */
export interface PaletteSource {
  key: string
  /** Sort order across all modules, ascending. */
  position: number
  /** Scope required to search it. */
  scope: Scope
  /** Returns the first `limit` matches and the total. */
  find: (
    words: string,
    limit: number,
    signal: AbortSignal,
  ) => Promise<{ total: number; entries: readonly PaletteEntry[] }>
  /** Link to the list filtered by the query, for all matches. */
  narrow?: { label: (words: string) => string; to: (words: string) => string }
}

/** Palette action that opens a form, available everywhere. */
export interface PaletteAction {
  key: string
  /** Sort order across all modules, ascending. */
  position: number
  label: () => string
  icon: IconName
  to: string
  scope: Scope
  /** Also shown as a button on the desk. */
  onDesk?: boolean
}

/** A word its author should check, e.g. because of advertising rules. */
export interface DoubtfulWord {
  /** Offsets in the text, in UTF-16 code units; `to` is exclusive. */
  from: number
  to: number
  word: string
  reason: string
  /** Suggested replacements. */
  instead: readonly string[]
}

/** Page of the public site, for links in texts. */
export interface FoundPage {
  title: string
  /** Address without origin and language. */
  path: string
}

/** Names for a module's part of a member's page; the server side provides its content under the same key. */
export interface MemberPartNames {
  /** Sort order across all modules, ascending. */
  position: number
  title: () => string
  /** Labels of its record states, by the server's state name. */
  states?: Readonly<Record<string, () => string>>
}

/**
 * Extension points in a module's screens, by name, with the props given to the added components. The module that owns
 * the slot declares it: `declare module '#console/kit/manifest/console-manifest.ts' { interface Slots { 'post.head': …
 * } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: modules add to it.
export interface Slots {}

/** Everything the console needs to know about a module, exported by its `console/manifest.tsx`. */
export interface ConsoleManifest {
  places?: readonly Place[]
  /** Labels of its scopes: 'Change posts'. */
  scopes?: Readonly<Partial<Record<Scope, () => string>>>
  /** Labels of its record kinds in the audit log, by the entity passed to `writeAudit`. */
  entities?: Readonly<Record<string, () => string>>
  /**
   * Labels of its actions, by the action passed to `writeAudit`, if the kit has none; for its own entities they take
   * precedence over other modules' labels.
   */
  actions?: Readonly<Record<string, () => string>>
  pendingWork?: readonly PendingWork[]
  figures?: readonly Figure[]
  series?: readonly Series[]
  /** Labels of scheduled events on the desk, by `<module>.<event>`. */
  moments?: Readonly<Record<string, () => string>>
  /** Counts that the rail adds up for a section, by section key: figures, works or live counts (`live-counts.ts`). */
  waiting?: Readonly<Record<string, readonly string[]>>
  /** Its parts of a member's page, by the key of `Module.memberParts`. */
  memberParts?: Readonly<Record<string, MemberPartNames>>
  sources?: readonly PaletteSource[]
  paletteActions?: readonly PaletteAction[]
  /** Component the shell mounts while a user is logged in, for polling the server. */
  watch?: ComponentType
  slots?: { readonly [Name in keyof Slots]?: ComponentType<Slots[Name]> }
  /** Searches public pages, for links in texts. */
  findPages?: (words: string, signal: AbortSignal) => Promise<readonly FoundPage[]>
  /** Finds words that the editor underlines. */
  doubtfulWords?: (text: string, locale: Locale) => readonly DoubtfulWord[]
}
