import type { ReactNode } from 'react'
import type { Picture } from '#kit/contract.ts'
import type { Recorded } from '#kit/resource.ts'
import type { Mark } from '../parts/state-mark.tsx'
import type { ListAction } from './actions/list-actions.ts'
import type { Column } from './columns/column-layout.ts'
import type { View } from './state/list-address.ts'
import type { ListResource } from './state/use-list.ts'

export interface FilterOption {
  value: string
  label: string
  mark?: Mark
}

/** Filter with a single value; `name` is the API's query parameter. */
export interface Filter<Name extends string> {
  name: Name
  title: string
  options: readonly FilterOption[]
  /** True if the value is a range of days (`period-filter.tsx`) instead of an option. */
  isPeriod?: boolean
}

/** View declared by the module; its filters use the API's names. */
export interface DeclaredView<Name extends string, Sort extends string> extends Omit<View, 'filters' | 'sort'> {
  filters?: { [N in Name]?: string }
  sort?: Sort | `-${Sort}`
}

/** Declaration of a list screen. Its types follow from the resource. */
export interface ListDeclaration<Item extends Recorded, Shape, Name extends string, Sort extends string> {
  resource: ListResource<Item, Shape, Name, Sort>
  title: string
  /** Name of the record: link text, and its name in messages. */
  name: (record: Item) => string
  /** Address of the record; Enter opens it. */
  to: (record: Item) => string
  columns: readonly Column<NoInfer<Item>, NoInfer<Shape>, NoInfer<Sort>>[]
  /** Count with the module's unit: '128편'. */
  countText?: (count: number) => string
  /** Thumbnail before the name; `null` leaves its space empty. */
  picture?: (record: Item) => Picture | null
  /** Badge after the name, with its own text for screen readers. */
  badge?: (record: Item) => ReactNode
  filters?: readonly Filter<Name>[]
  /** Default order; the API's order if omitted. */
  order?: Sort | `-${Sort}`
  views?: readonly DeclaredView<Name, Sort>[]
  actions?: readonly ListAction<Item>[]
  /** Placeholder of the search field; omitted if the API has no search. */
  search?: string
  create?: { label: string; to: string }
  /** Shown while there are no records at all. */
  empty: { title: string; text: string }
  /**
   * Replaces the default exports for lists that the server exports after asking for a reason. Shown to users with write
   * access.
   */
  exports?: ReactNode
  /**
   * Panel with a record beside the list on wide screens: a click on the row opens it there; the name and Enter open the
   * record itself.
   */
  sidePanel?: (record: Item, close: () => void) => ReactNode
  /** Figures of the listed records, between filters and rows. */
  figures?: ReactNode
  /** Additional controls in the header, e.g. the switch to a calendar. */
  head?: ReactNode
}
