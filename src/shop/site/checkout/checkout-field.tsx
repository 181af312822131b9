import type { ComponentProps } from 'react'
import { TextField } from '#ui/controls/text-field.tsx'
import type { Draft, FieldName } from './checkout-draft.ts'

export interface FormState {
  draft: Draft
  errors: Record<string, string>
  change: (name: FieldName, value: string) => void
}

type FieldProps = Omit<ComponentProps<typeof TextField>, 'name' | 'value' | 'onChange' | 'error' | 'form'> & {
  name: Exclude<FieldName, 'receipt' | 'way'>
  form: FormState
}

/** Form field of the checkout, named by its API path, so that server errors can focus it. */
export function Field({ name, form, ...rest }: FieldProps) {
  return (
    <TextField
      {...rest}
      name={name}
      value={form.draft[name]}
      error={form.errors[name]}
      onChange={({ target }) => form.change(name, target.value)}
    />
  )
}
