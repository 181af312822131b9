import type { ComponentType, ReactNode } from 'react'
import type { Locale } from '#kit/locale.ts'
import type { Section } from '#kit/scopes.ts'
import type { IconName } from '../parts/icon.tsx'
import type { Mark } from '../parts/state-mark.tsx'

/** What rights are given for: the console itself, or a section of it (`#kit/scopes.ts`). */
export type Scope = 'console' | Section

/** A screen, or a view of one, in the rail, the pane and the palette. */
export interface Place {
  /** Key of the section it is listed in (`console/shell/sections.ts`). */
  section: string
  /** Where in the section: ascending, steps of ten. */
  position: number
  to: string
  label: () => string
  /** Scope without which the place is hidden and its address refused. */
  scope?: Scope
  /** Figure or work of the desk, or live count, that is shown beside it: `<module>.<name>`. */
  count?: string
  /** Other words under which the palette finds it, as staff of any language type them. */
  words?: string
  /** Shown beneath it in the pane. */
  beneath?: {
    component: ComponentType<{ onNavigate?: (() => void) | undefined }>
    /** Name in the query of the place's address by which one of them is chosen. */
    query: string
  }
}

/** Work that waits, as the desk shows it; what there is of it comes from the module's server side under the same key. */
export interface Work {
  /** `<module>.<work>`. */
  key: string
  /** Ascending over all modules: what is most urgent first. */
  position: number
  title: () => string
  note: () => string
  /** List of all of them. */
  all: string
  /** Scope without which neither the list nor an entry can be opened. */
  scope: Scope
  /** Mark of its entries where they bring none. */
  mark: Mark
  /** It goes on by itself: the desk tells of it, but it is none of what waits for people. */
  isUnattended?: boolean
}

/** A figure of the desk in the line beneath the date: '12 posts'. */
export interface Figure {
  /** `<module>.<figure>`. */
  key: string
  /** Ascending over all modules. */
  position: number
  text: (count: number) => string
}

/** A line chart of the desk, one figure for each of the last days. */
export interface Series {
  /** `<module>.<series>`. */
  key: string
  /** Ascending over all modules. */
  position: number
  title: () => string
  /** Heading of the figures in the table behind the chart. */
  unit: () => string
  /** The second half of the days against the first, in words; `difference` is never 0. */
  change: (difference: number) => string
}

/** A record the palette found, or something it can do. */
export interface PaletteEntry {
  key: string
  label: string
  /** At the right: what it is, where it is found. */
  note?: string
  icon?: IconName
  mark?: Mark
  /** Where it leads; otherwise `run`. */
  to?: string
  run?: () => void
  /** What the side shows while it is chosen. */
  preview?: ReactNode
  /** What can be done with it, when it is a record; `reload` reads everything on the screen again. */
  acts?: (reload: () => Promise<void>) => readonly PaletteEntry[]
}

/** Records of one kind, as the palette finds them. */
export interface PaletteSource {
  key: string
  /** Ascending over all modules. */
  position: number
  /** Scope without which it is not asked. */
  scope: Scope
  /** The first records, `limit` at most, that are found for the words, and how many there are in all. */
  find: (
    words: string,
    limit: number,
    signal: AbortSignal,
  ) => Promise<{ total: number; entries: readonly PaletteEntry[] }>
  /** The list narrowed to the words, for who wants to see all of them. */
  narrow?: { label: (words: string) => string; to: (words: string) => string }
}

/** Something that can be begun from anywhere: an entry of the palette that leads to a form. */
export interface PaletteAct {
  key: string
  /** Ascending over all modules. */
  position: number
  label: () => string
  icon: IconName
  to: string
  scope: Scope
  /** The desk has a button for it. */
  onDesk?: boolean
}

/** A word of a text that its writer should look at again. */
export interface DoubtfulWord {
  /** Offsets in the text, in UTF-16 units; `to` is the first that is not part of it. */
  from: number
  to: number
  word: string
  reason: string
  /** What could be written in its place. */
  instead: readonly string[]
}

/** A page of the public site, as a link to it is made. */
export interface FoundPage {
  title: string
  /** Address without origin and language. */
  path: string
}

/** What the page of a member shows of a module; what there is comes from its server side under the same key. */
export interface MemberPartNames {
  /** Ascending over all modules. */
  position: number
  title: () => string
  /** States of its records in words, by the name the server gives them. */
  states?: Readonly<Record<string, () => string>>
}

/**
 * Places in a module's screens that other modules may add to, by name, with what a component there is given. The module
 * that has the place declares it: `declare module '#console/kit/manifest/console-manifest.ts' { interface Slots { 'post.head': … } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: modules add to it.
export interface Slots {}

/** All that the console needs to know of a module, in its `console/manifest.tsx`. */
export interface ConsoleManifest {
  places?: readonly Place[]
  /** Its scopes in words: 'Change posts'. */
  scopes?: Readonly<Partial<Record<Scope, () => string>>>
  /** Its kinds of records as the log names them, by the entity that `writeAudit` is given. */
  entities?: Readonly<Record<string, () => string>>
  /** What is done to them, by the action that `writeAudit` is given, where the kit has no word for it; of these kinds it goes before other modules' words. */
  actions?: Readonly<Record<string, () => string>>
  works?: readonly Work[]
  figures?: readonly Figure[]
  series?: readonly Series[]
  /** Moments of the desk at which something begins or ends by itself, by `<module>.<event>`. */
  moments?: Readonly<Record<string, () => string>>
  /** Counts whose sum the rail shows at a section, by its key: figures, works or live counts (`live-counts.ts`). */
  waiting?: Readonly<Record<string, readonly string[]>>
  /** Its parts of a member's page, by the key of `Module.memberParts`. */
  memberParts?: Readonly<Record<string, MemberPartNames>>
  sources?: readonly PaletteSource[]
  acts?: readonly PaletteAct[]
  /** Mounted once, by the shell, for as long as somebody is logged in: what asks the server again and again. */
  watch?: ComponentType
  slots?: { readonly [Name in keyof Slots]?: ComponentType<Slots[Name]> }
  /** Finds public pages by words, for links in texts. */
  findPages?: (words: string, signal: AbortSignal) => Promise<readonly FoundPage[]>
  /** Words of a text that the editor marks. */
  doubtfulWords?: (text: string, locale: Locale) => readonly DoubtfulWord[]
}
