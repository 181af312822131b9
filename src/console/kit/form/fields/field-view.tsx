import type { FormContextValue } from '../form-context.ts'
import type { Field } from '../form-declaration.ts'
import { errorsBelow } from '../form-errors.ts'
import type { Unit } from '../saving/change-units.ts'
import {
  ChoiceControl,
  ChoicesControl,
  NumberControl,
  SwitchControl,
  TagsControl,
  TextControl,
} from './basic-controls.tsx'
import { FieldError } from './field-error.tsx'
import { FieldRow } from './field-row.tsx'
import { LocalizedControl } from './localized-control.tsx'
import { FilesControl, PictureControl } from './media-controls.tsx'
import { RichControl } from './rich-text-control.tsx'
import { InstantControl, PeriodControl } from './time-controls.tsx'

interface FieldViewProps<Shape extends Record<string, unknown>> {
  field: Field<Shape>
  form: FormContextValue & { values: Shape; undo: (paths: readonly string[]) => void }
  units: readonly Unit[]
  changed: readonly Unit[]
}

const single = new Set(['text', 'number', 'switch', 'choice', 'tags', 'instant'])
const wide = new Set(['localized', 'rich', 'article'])

/** Renders a declared field: its row and the control of its kind. */
export function FieldView<Shape extends Record<string, unknown>>({
  field,
  form,
  units,
  changed,
}: FieldViewProps<Shape>) {
  const own = (unit: Unit) => unit.field === field.name || ('to' in field && unit.path === field.to)
  const paths = units.filter(own).map(({ path }) => path)
  return (
    <FieldRow
      name={field.name}
      label={field.label}
      help={field.help}
      isChanged={changed.some(own)}
      hasError={paths.some((path) => Object.keys(errorsBelow(form.errors, path)).length > 0)}
      undo={() => form.undo(paths)}
      isSingle={single.has(field.kind)}
      isWide={wide.has(field.kind) || (field.kind === 'custom' && field.wide === true)}
    >
      <Control field={field} form={form} />
    </FieldRow>
  )
}

function Control<Shape extends Record<string, unknown>>({
  field,
  form,
}: Pick<FieldViewProps<Shape>, 'field' | 'form'>) {
  switch (field.kind) {
    case 'text':
      return (
        <TextControl
          name={field.name}
          room={field.room}
          placeholder={field.placeholder}
          before={field.before}
          lines={field.lines}
          nullable={form.acceptsNull(field.name)}
        />
      )
    case 'number':
      return <NumberControl field={field} />
    case 'switch':
      return <SwitchControl field={field} />
    case 'choice':
      return <ChoiceControl field={field} />
    case 'choices':
      return <ChoicesControl field={field} />
    case 'tags':
      return <TagsControl field={field} />
    case 'localized':
      return <LocalizedControl name={field.name} label={field.label} max={field.max} lines={field.lines} />
    case 'rich':
      return <RichControl name={field.name} label={field.label} />
    case 'article':
      return <RichControl name={field.name} label={field.label} kind="article" />
    case 'instant':
      return <InstantControl name={field.name} label={field.label} none={field.none} />
    case 'period':
      return (
        <PeriodControl
          from={field.name}
          to={field.to}
          label={field.label}
          required={!form.acceptsNull(field.name) && !form.acceptsNull(field.to)}
        />
      )
    case 'picture':
      return <PictureControl name={field.name} label={field.label} shape={field.shape} />
    case 'files':
      return (
        <FilesControl
          name={field.name}
          label={field.label}
          accept={field.accept}
          maxFiles={field.maxFiles}
          kind={field.accept.startsWith('video') ? 'video' : 'document'}
        />
      )
    case 'custom':
      return (
        <>
          {field.render()}
          <FieldError path={field.name} message={form.errors[field.name]} />
        </>
      )
  }
}
