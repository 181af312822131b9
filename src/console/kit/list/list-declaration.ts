import type { ReactNode } from 'react'
import type { Picture } from '#kit/contract.ts'
import type { Recorded } from '#kit/resource.ts'
import type { Mark } from '../parts/state-mark.tsx'
import type { Act } from './actions/list-actions.ts'
import type { Column } from './columns/columns.ts'
import type { View } from './state/list-address.ts'
import type { Listed } from './state/use-list.ts'

export interface FilterOption {
  value: string
  label: string
  mark?: Mark
}

/** A condition the API knows by `name`; one value at a time. */
export interface Filter<Name extends string> {
  name: Name
  title: string
  options: readonly FilterOption[]
  /** The value is a period of days (`period-filter.tsx`), not one of the options. */
  isPeriod?: boolean
}

/** A view the module declares; its filters are named as the API names them. */
export interface DeclaredView<Name extends string, Sort extends string> extends Omit<View, 'filters' | 'sort'> {
  filters?: { [N in Name]?: string }
  sort?: Sort | `-${Sort}`
}

/** A list screen: everything a module says about its own. Types follow from the resource. */
export interface ListDeclaration<Item extends Recorded, Shape, Name extends string, Sort extends string> {
  resource: Listed<Item, Shape, Name, Sort>
  title: string
  /** The record's name: the text of its link, and how messages call it. */
  name: (record: Item) => string
  /** Where Enter leads. */
  to: (record: Item) => string
  columns: readonly Column<NoInfer<Item>, NoInfer<Shape>, NoInfer<Sort>>[]
  /** How many there are, in the module's own counter: '128편'. */
  counted?: (count: number) => string
  /** A picture before the name; `null` keeps its place. */
  picture?: (record: Item) => Picture | null
  /** A sign after the name, with its own words for screen readers. */
  badge?: (record: Item) => ReactNode
  filters?: readonly Filter<Name>[]
  /** Order of a list nobody sorted; left out, the API's own. */
  order?: Sort | `-${Sort}`
  views?: readonly DeclaredView<Name, Sort>[]
  acts?: readonly Act<Item>[]
  /** What the words search through; absent where the API takes none. */
  search?: string
  create?: { label: string; to: string }
  /** Said while there is nothing at all. */
  empty: { title: string; text: string }
  /** In place of the exports of every list: where they are made by the server, behind a reason. For writers only. */
  exports?: ReactNode
  /** A record beside the list, on wide screens: a press on its row shows it there, its name and Enter open it. */
  peek?: (record: Item, close: () => void) => ReactNode
  /** Between the filters and the rows: figures of what is listed. */
  above?: ReactNode
  /** Further things in the head: the switch to a calendar. */
  head?: ReactNode
}
