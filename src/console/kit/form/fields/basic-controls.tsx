import { Checkbox, NumberInput, SegmentedControl, Select, Switch, TagsInput, Textarea } from '@mantine/core'
import { SingleLineInput } from '../../parts/single-line-input.tsx'
import styles from '../form.module.css'
import { fieldId, useHelp, usePath } from '../form-context.ts'
import type {
  ChoiceField,
  ChoicesField,
  FieldWidth,
  NumberField,
  Option,
  SwitchField,
  TagsField,
} from '../form-declaration.ts'
import { FieldError } from './field-error.tsx'

/** Controls for a single value. They read and write the form by path and narrow the value's type. */

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []

/** Ids for `aria-describedby`: the error below the input, and the help beside the label. */
const useDescribed = (path: string, error: string | undefined) => {
  const help = useHelp()
  return {
    id: fieldId(path),
    error,
    ...(help && { description: help, descriptionProps: { className: styles.spoken } }),
  }
}

export function TextControl({
  name,
  room = 'full',
  placeholder,
  before,
  lines,
  nullable,
}: {
  name: string
  room?: FieldWidth | undefined
  placeholder?: string | undefined
  before?: string | undefined
  lines?: number | undefined
  /** True if an empty field is null in the schema. */
  nullable: boolean
}) {
  const { value, error, set, blur } = usePath(name)
  const described = useDescribed(name, error)
  const write = (typed: string) => set(nullable && typed === '' ? null : typed)
  const shared = {
    ...described,
    ...(placeholder && { placeholder }),
    value: text(value),
    onBlur: blur,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => write(currentTarget.value),
  }
  return (
    <div data-room={room}>
      {lines ? (
        <Textarea {...shared} autosize minRows={lines} maxRows={16} />
      ) : (
        <SingleLineInput
          {...shared}
          {...(before && {
            leftSection: <span className={styles.before}>{before}</span>,
            leftSectionWidth: `calc(${before.length} * 0.6em + 20px)`,
          })}
        />
      )}
    </div>
  )
}

export function NumberControl({
  field,
}: {
  field: Pick<NumberField<unknown>, 'min' | 'max' | 'unit'> & { name: string }
}) {
  const { value, error, set, blur } = usePath(field.name)
  const described = useDescribed(field.name, error)
  return (
    <NumberInput
      {...described}
      classNames={{ wrapper: styles.number }}
      hideControls
      allowDecimal={false}
      {...(field.min !== undefined && { min: field.min, allowNegative: field.min < 0 })}
      clampBehavior="none"
      {...(field.unit && { rightSection: <span className={styles.unit}>{field.unit}</span>, rightSectionWidth: 44 })}
      value={typeof value === 'number' || typeof value === 'string' ? value : ''}
      onChange={set}
      onBlur={blur}
    />
  )
}

export function SwitchControl({
  field,
}: {
  field: Pick<SwitchField<unknown>, 'switchLabel' | 'label'> & { name: string }
}) {
  const { value, error, set } = usePath(field.name)
  const described = useDescribed(field.name, error)
  return (
    <Switch
      {...described}
      checked={value === true}
      {...(field.switchLabel && { label: field.switchLabel })}
      aria-label={field.switchLabel ? `${field.label}: ${field.switchLabel}` : field.label}
      onChange={({ currentTarget }) => set(currentTarget.checked)}
    />
  )
}

/** Select value that is for null. */
const nothing = ''

export function ChoiceControl({
  field,
}: {
  field: Pick<ChoiceField<Record<string, string>>, 'none' | 'label'> & {
    name: string
    options: readonly Option<string>[]
  }
}) {
  const { value, error, set, blur } = usePath(field.name)
  const described = useDescribed(field.name, error)
  const options = field.none === undefined ? field.options : [{ value: nothing, label: field.none }, ...field.options]
  const choose = (chosen: string) => set(chosen === nothing && field.none !== undefined ? null : chosen)
  // Side by side for up to three options with short labels.
  const beside = options.length <= 3 && options.every(({ label }) => label.length <= 14)
  return (
    <div data-room={beside ? undefined : 'half'}>
      {beside ? (
        <SegmentedControl
          id={fieldId(field.name)}
          aria-label={field.label}
          value={text(value)}
          data={options.map(({ value: one, label, reason }) => ({ value: one, label, disabled: reason !== undefined }))}
          onChange={choose}
        />
      ) : (
        <Select
          {...described}
          value={text(value)}
          allowDeselect={false}
          searchable={options.length > 8}
          data={options.map(({ value: one, label, reason }) => ({ value: one, label, disabled: reason !== undefined }))}
          onChange={(chosen) => choose(chosen ?? nothing)}
          onBlur={blur}
        />
      )}
      {options.map(
        ({ value: one, label, reason }) => reason && <p key={one} className={styles.reason}>{`${label}: ${reason}`}</p>,
      )}
      {beside && <FieldError path={field.name} message={error} />}
    </div>
  )
}

export function ChoicesControl({ field }: { field: Pick<ChoicesField<unknown>, 'options'> & { name: string } }) {
  const { value, error, set } = usePath(field.name)
  const chosen = texts(value)
  return (
    <div id={fieldId(field.name)} tabIndex={-1}>
      <div className={styles.choices}>
        {field.options.map((option) => (
          <Checkbox
            key={option.value}
            label={option.label}
            checked={chosen.includes(option.value)}
            onChange={({ currentTarget }) =>
              set(
                currentTarget.checked
                  ? field.options.map((one) => one.value).filter((one) => one === option.value || chosen.includes(one))
                  : chosen.filter((one) => one !== option.value),
              )
            }
          />
        ))}
      </div>
      <FieldError path={field.name} message={error} />
    </div>
  )
}

export function TagsControl({
  field,
}: {
  field: Pick<TagsField<unknown>, 'suggestions' | 'placeholder'> & { name: string }
}) {
  const { value, error, set, blur } = usePath(field.name)
  const described = useDescribed(field.name, error)
  const tags = texts(value)
  return (
    <TagsInput
      {...described}
      classNames={{ pill: styles.tag }}
      value={tags}
      data={[...(field.suggestions ?? [])]}
      {...(tags.length === 0 && field.placeholder && { placeholder: field.placeholder })}
      onChange={set}
      onBlur={blur}
      acceptValueOnBlur
    />
  )
}
