import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { Localized } from '#kit/contract.ts'
import type { Drafts } from '#kit/drafts/client.ts'
import type { Recorded, Resource } from '#kit/resource.ts'
import type { PathTo, ValueAt } from '../parts/paths.ts'

export interface Option<Value extends string> {
  value: Value
  label: string
  /** Why it cannot be chosen now. */
  reason?: string
}

interface Labelled {
  label: string
  /** Help at the point of use, under the label. */
  help?: string
}

/** How much room a value needs; the width of a field tells the length of what is written into it. */
export type Room = 'figure' | 'short' | 'half' | 'full'

type Text = string | null | undefined

export type TextField<Shape> = Labelled & {
  kind: 'text'
  name: PathTo<Shape, Text>
  room?: Room
  placeholder?: string
  /** Prefix shown in the field: '/story/'. */
  before?: string
  lines?: number
}

export type NumberField<Shape> = Labelled & {
  kind: 'number'
  name: PathTo<Shape, number>
  min?: number
  max?: number
  /** Said after the field: 'px'. */
  unit?: string
}

export type SwitchField<Shape> = Labelled & { kind: 'switch'; name: PathTo<Shape, boolean>; words?: string }

/** Up to three options are shown side by side, more fold into a select. */
export type ChoiceField<Shape> = {
  [Name in PathTo<Shape, Text>]: Labelled & {
    kind: 'choice'
    name: Name
    options: readonly Option<NonNullable<ValueAt<Shape, Name>> & string>[]
    /** Word for none, where none may be chosen. */
    none?: string
  }
}[PathTo<Shape, Text>]

/** Any number of a known set. */
export type ChoicesField<Shape> = Labelled & {
  kind: 'choices'
  name: PathTo<Shape, string[]>
  options: readonly Option<string>[]
}

/** Any number of texts, with suggestions. */
export type TagsField<Shape> = Labelled & {
  kind: 'tags'
  name: PathTo<Shape, string[]>
  suggestions?: readonly string[]
  placeholder?: string
}

/** A text in three languages, side by side. */
export type LocalizedField<Shape> = Labelled & {
  kind: 'localized'
  name: PathTo<Shape, Localized | undefined>
  /** Characters; counted while typing. */
  max: number
  lines?: number
}

/** Edited text (HTML) in three languages, side by side, under one toolbar: a line or two, or a whole article. */
export type RichField<Shape> = Labelled & {
  kind: 'rich' | 'article'
  name: PathTo<Shape, Localized | undefined>
  max: number
}

/** A moment in Seoul time. */
export type InstantField<Shape> = Labelled & { kind: 'instant'; name: PathTo<Shape, Text>; none: string }

/** From when until when, in Seoul time; either may be left open. */
export type PeriodField<Shape> = Labelled & {
  kind: 'period'
  name: PathTo<Shape, Text>
  to: PathTo<Shape, Text>
}

export type PictureField<Shape> = Labelled & {
  kind: 'picture'
  name: PathTo<Shape, Text>
  /** Proportion in which it will be shown, for the preview: '16 / 9'. */
  shape?: string
}

/** Files by their ids: videos, attachments. */
export type FilesField<Shape> = Labelled & {
  kind: 'files'
  name: PathTo<Shape, string[]>
  accept: string
  most: number
}

/** Something the others cannot draw: parts that read and write the form by path (`usePath`). */
export type CustomField<Shape> = Labelled & {
  kind: 'custom'
  name: keyof Shape & string
  /** Takes the whole width beside the label. */
  wide?: boolean
  render: () => ReactNode
}

export type Field<Shape> =
  | TextField<Shape>
  | NumberField<Shape>
  | SwitchField<Shape>
  | ChoiceField<Shape>
  | ChoicesField<Shape>
  | TagsField<Shape>
  | LocalizedField<Shape>
  | RichField<Shape>
  | InstantField<Shape>
  | PeriodField<Shape>
  | PictureField<Shape>
  | FilesField<Shape>
  | CustomField<Shape>

export interface Group<Shape> {
  title: string
  fields: readonly Field<Shape>[]
}

/** The part of a resource a form needs. */
export type Edited<Item extends Recorded, Shape> = Pick<
  Resource<Item, Shape, string, string>,
  'path' | 'access' | 'get' | 'update' | 'create' | 'remove'
>

/** How a record is worked on out of the public's sight. */
export interface Drafting<Item extends Recorded, Shape> {
  calls: Drafts<Item, Shape>
  /** The same as a record that nobody sees: what a new one is until its draft is published. */
  hidden: (values: Shape) => Shape
  /** Address of the page that shows it, without a language; null where none does. */
  page: (values: Shape) => string | null
}

/** A form screen: everything a module says about its own. Field names and values follow from the input's shape. */
export interface FormDeclaration<Item extends Recorded, Shape extends Record<string, unknown>> {
  resource: Edited<Item, Shape>
  /** The module's input: the same schema the server validates with. */
  schema: z.ZodType<Shape>
  /** What a new record begins with. */
  blank: Shape
  /** A record as its input: pictures become their ids. */
  toInput: (record: Item) => Shape
  /** A function where one answer decides which others are asked; it names its return type: `readonly Group<Shape>[]`. */
  groups: readonly Group<NoInfer<Shape>>[] | ((values: NoInfer<Shape>) => readonly Group<NoInfer<Shape>>[])
  /** What the record is called; of what is being written, so that the head follows. */
  name: (values: Shape) => string
  /** What a record is called when nothing in the form names it. */
  recordName?: (record: Item) => string
  /** The one record of a module that has only one: no part of the address names it. */
  only?: string
  /** Shows what will change before it is saved, where a change has effects elsewhere. */
  review?: boolean
  /** Offers to find a field by its name, where there are many. */
  find?: boolean
  /** Head of the form of a new record. */
  newTitle: string
  /** Where the list is. */
  back: { to: string; label: string }
  /** State beside the title. */
  state?: (record: Item) => ReactNode
  /** Beside the form: a preview of what is being written. */
  aside?: (values: Shape, record: Item | undefined) => ReactNode
  asideWidth?: 328 | 352 | 424
  /** What the values come to, in words, at the foot. */
  result?: (values: Shape) => ReactNode
  /** Further acts of the head. */
  acts?: (values: Shape, record: Item | undefined) => ReactNode
  /** Why a record cannot be removed now, said in place of the button. */
  unremovable?: (record: Item) => string | null
  /** What is saved is public at once without it. */
  drafts?: Drafting<Item, Shape>
  /** Makes a harmless copy (a draft, a hidden one): the third way out of a conflict. */
  fork?: (values: Shape) => Shape
}
