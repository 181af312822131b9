import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { Localized } from '#kit/contract.ts'
import type { Drafts } from '#kit/drafts/client.ts'
import type { Recorded, Resource } from '#kit/resource.ts'
import type { PathTo, ValueAt } from '../parts/values/value-paths.ts'

export interface Option<Value extends string> {
  value: Value
  label: string
  /** Why the option is disabled now. */
  reason?: string
}

interface Labelled {
  label: string
  /** Help text under the label. */
  help?: string
}

/** Width of a field; it hints at the expected length of the value. */
export type FieldWidth = 'figure' | 'short' | 'half' | 'full'

type Text = string | null | undefined

export type TextField<Shape> = Labelled & {
  kind: 'text'
  name: PathTo<Shape, Text>
  room?: FieldWidth
  placeholder?: string
  /** Prefix shown inside the field: '/story/'. */
  before?: string
  lines?: number
}

export type NumberField<Shape> = Labelled & {
  kind: 'number'
  name: PathTo<Shape, number>
  min?: number
  max?: number
  /** Unit after the field: 'px'. */
  unit?: string
}

export type SwitchField<Shape> = Labelled & { kind: 'switch'; name: PathTo<Shape, boolean>; switchLabel?: string }

/** Up to three options are shown side by side, more as a select. */
export type ChoiceField<Shape> = {
  [Name in PathTo<Shape, Text>]: Labelled & {
    kind: 'choice'
    name: Name
    options: readonly Option<NonNullable<ValueAt<Shape, Name>> & string>[]
    /** Label of the empty choice, if the field may be empty. */
    none?: string
  }
}[PathTo<Shape, Text>]

/** Multiple choice from fixed options. */
export type ChoicesField<Shape> = Labelled & {
  kind: 'choices'
  name: PathTo<Shape, string[]>
  options: readonly Option<string>[]
}

/** List of free texts with suggestions. */
export type TagsField<Shape> = Labelled & {
  kind: 'tags'
  name: PathTo<Shape, string[]>
  suggestions?: readonly string[]
  placeholder?: string
}

/** Text in three languages, side by side. */
export type LocalizedField<Shape> = Labelled & {
  kind: 'localized'
  name: PathTo<Shape, Localized | undefined>
  /** Maximum number of characters; counted while typing. */
  max: number
  lines?: number
}

/** Rich text (HTML) in three languages, side by side, under one toolbar: one or two lines (`rich`) or an article. */
export type RichField<Shape> = Labelled & {
  kind: 'rich' | 'article'
  name: PathTo<Shape, Localized | undefined>
  max: number
}

/** Date and time in Seoul time. */
export type InstantField<Shape> = Labelled & { kind: 'instant'; name: PathTo<Shape, Text>; none: string }

/** Start and end in Seoul time; either may be open. */
export type PeriodField<Shape> = Labelled & {
  kind: 'period'
  name: PathTo<Shape, Text>
  to: PathTo<Shape, Text>
}

export type PictureField<Shape> = Labelled & {
  kind: 'picture'
  name: PathTo<Shape, Text>
  /** Aspect ratio for the preview: '16 / 9'. */
  shape?: string
}

/** Files by id: videos, attachments. */
export type FilesField<Shape> = Labelled & {
  kind: 'files'
  name: PathTo<Shape, string[]>
  accept: string
  maxFiles: number
}

/** Field with its own components, which read and write the form by path (`usePath`). */
export type CustomField<Shape> = Labelled & {
  kind: 'custom'
  name: keyof Shape & string
  /** Uses the full width beside the label. */
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

export interface FieldGroup<Shape> {
  title: string
  fields: readonly Field<Shape>[]
}

/** Part of a resource that a form needs. */
export type EditableResource<Item extends Recorded, Shape> = Pick<
  Resource<Item, Shape, string, string>,
  'path' | 'access' | 'get' | 'update' | 'create' | 'remove'
>

/** Draft support: edits a record without publishing the changes. */
export interface DraftSupport<Item extends Recorded, Shape> {
  calls: Drafts<Item, Shape>
  /** Values of a hidden record; a new record is stored this way until its draft is published. */
  hidden: (values: Shape) => Shape
  /** Address of the public page without language; null if there is none. */
  page: (values: Shape) => string | null
}

/** Declaration of a form screen. Field names and values are typed by the input's shape. */
export interface FormDeclaration<Item extends Recorded, Shape extends Record<string, unknown>> {
  resource: EditableResource<Item, Shape>
  /** Input schema of the module, the same the server validates with. */
  schema: z.ZodType<Shape>
  /** Initial values of a new record. */
  blank: Shape
  /** Converts a record to its input: pictures become their ids. */
  toInput: (record: Item) => Shape
  /**
   * Field groups; a function if one value decides which fields are shown. The function must declare its return type
   * `readonly Group<Shape>[]`.
   */
  groups: readonly FieldGroup<NoInfer<Shape>>[] | ((values: NoInfer<Shape>) => readonly FieldGroup<NoInfer<Shape>>[])
  /** Name of the record, computed from the values being edited, so that the heading follows. */
  name: (values: Shape) => string
  /** Name of the record if no field of the form names it. */
  recordName?: (record: Item) => string
  /** Id of the only record of a singleton module; the address has no id. */
  only?: string
  /** Offers a review of the changes before saving, for changes with effects elsewhere. */
  review?: boolean
  /** Offers a search for fields by name, for long forms. */
  hasSearch?: boolean
  /** Title of the form of a new record. */
  newTitle: string
  /** Link to the list. */
  back: { to: string; label: string }
  /** Status beside the title. */
  state?: (record: Item) => ReactNode
  /** Panel beside the form: a preview of the values. */
  aside?: (values: Shape, record: Item | undefined) => ReactNode
  asideWidth?: 328 | 352 | 424
  /** Summary of the values in the footer. */
  result?: (values: Shape) => ReactNode
  /** Additional actions in the header. */
  actions?: (values: Shape, record: Item | undefined) => ReactNode
  /** Why a record cannot be deleted now, shown instead of the button; null if it can. */
  unremovable?: (record: Item) => string | null
  /** Draft support; without it every save is public immediately. */
  drafts?: DraftSupport<Item, Shape>
  /** Returns a copy that is not public (a draft or hidden record): the third way to resolve a conflict. */
  fork?: (values: Shape) => Shape
}
