import { Checkbox, NumberInput, SegmentedControl, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import type { ChoiceField, ChoicesField, NumberField, Option, Room, SwitchField, TagsField } from './declaration.ts'
import { FieldError } from './field-error.tsx'
import styles from './form.module.css'
import { errorId, fieldId, usePath } from './form-context.ts'

/** Controls of one value each. They read and write the form by path; what they show is narrowed here. */

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []

const described = (path: string, error: string | undefined) => ({
  id: fieldId(path),
  error: error !== undefined,
  errorProps: { display: 'none' },
  'aria-describedby': error === undefined ? `${fieldId(path)}-help` : errorId(path),
})

export function TextControl({
  name,
  room = 'full',
  placeholder,
  before,
  lines,
  nullable,
}: {
  name: string
  room?: Room | undefined
  placeholder?: string | undefined
  before?: string | undefined
  lines?: number | undefined
  /** An empty field is null, as the schema wants it. */
  nullable: boolean
}) {
  const { value, error, set, leave } = usePath(name)
  const write = (typed: string) => set(nullable && typed === '' ? null : typed)
  const shared = {
    ...described(name, error),
    ...(placeholder && { placeholder }),
    value: text(value),
    onBlur: leave,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => write(currentTarget.value),
  }
  return (
    <div data-room={room}>
      {lines ? (
        <Textarea {...shared} autosize minRows={lines} maxRows={16} />
      ) : (
        <TextInput
          {...shared}
          {...(before && {
            leftSection: <span className={styles.before}>{before}</span>,
            leftSectionWidth: `calc(${before.length} * 0.6em + 20px)`,
          })}
        />
      )}
      <FieldError path={name} message={error} />
    </div>
  )
}

export function NumberControl({
  field,
}: {
  field: Pick<NumberField<unknown>, 'min' | 'max' | 'unit'> & { name: string }
}) {
  const { value, error, set, leave } = usePath(field.name)
  return (
    <div>
      <span className={styles.figure}>
        <NumberInput
          {...described(field.name, error)}
          className={styles.number}
          hideControls
          allowDecimal={false}
          {...(field.min !== undefined && { min: field.min, allowNegative: field.min < 0 })}
          clampBehavior="none"
          value={typeof value === 'number' || typeof value === 'string' ? value : ''}
          onChange={set}
          onBlur={leave}
        />
        {field.unit && <span className={styles.unit}>{field.unit}</span>}
      </span>
      <FieldError path={field.name} message={error} />
    </div>
  )
}

export function SwitchControl({ field }: { field: Pick<SwitchField<unknown>, 'words' | 'label'> & { name: string } }) {
  const { value, error, set } = usePath(field.name)
  return (
    <div>
      <Switch
        {...described(field.name, error)}
        checked={value === true}
        {...(field.words && { label: field.words })}
        aria-label={field.words ? `${field.label}: ${field.words}` : field.label}
        onChange={({ currentTarget }) => set(currentTarget.checked)}
      />
      <FieldError path={field.name} message={error} />
    </div>
  )
}

/** Keeps null apart from every real value. */
const nothing = ''

export function ChoiceControl({
  field,
}: {
  field: Pick<ChoiceField<Record<string, string>>, 'none' | 'label'> & {
    name: string
    options: readonly Option<string>[]
  }
}) {
  const { value, error, set, leave } = usePath(field.name)
  const options = field.none === undefined ? field.options : [{ value: nothing, label: field.none }, ...field.options]
  const choose = (chosen: string) => set(chosen === nothing && field.none !== undefined ? null : chosen)
  // Up to three stand side by side, when their words fit.
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
          {...described(field.name, error)}
          value={text(value)}
          allowDeselect={false}
          searchable={options.length > 8}
          data={options.map(({ value: one, label, reason }) => ({ value: one, label, disabled: reason !== undefined }))}
          onChange={(chosen) => choose(chosen ?? nothing)}
          onBlur={leave}
        />
      )}
      {options.map(
        ({ value: one, label, reason }) => reason && <p key={one} className={styles.reason}>{`${label}: ${reason}`}</p>,
      )}
      <FieldError path={field.name} message={error} />
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
  const { value, error, set, leave } = usePath(field.name)
  const tags = texts(value)
  return (
    <div>
      <TagsInput
        classNames={{ pill: styles.tag }}
        {...described(field.name, error)}
        value={tags}
        data={[...(field.suggestions ?? [])]}
        {...(tags.length === 0 && field.placeholder && { placeholder: field.placeholder })}
        onChange={set}
        onBlur={leave}
        acceptValueOnBlur
      />
      <FieldError path={field.name} message={error} />
    </div>
  )
}
