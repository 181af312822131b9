import { createContext, useContext } from 'react'
import type { Picture, StoredFile } from '#kit/contract.ts'
import { valueAt } from '../parts/values/value-paths.ts'
import { type Errors, errorAt } from './form-errors.ts'

/** Pictures and files by id: those of the record, and those uploaded since. */
export interface KnownFiles {
  picture: (id: string) => Picture | undefined
  file: (id: string) => StoredFile | undefined
  add: (picture: Picture | null, file: StoredFile) => void
}

export interface FormContextValue {
  /** Disables every control, for users who may read but not write. */
  readOnly?: boolean
  values: unknown
  base: unknown
  errors: Errors
  set: (path: string, value: unknown) => void
  /** Called on blur of the field at this path; validates it. */
  blur: (path: string) => void
  /** True if the schema accepts null at this path; an emptied field then becomes null. */
  acceptsNull: (path: string) => boolean
  knownFiles: KnownFiles
}

const FormContext = createContext<FormContextValue | null>(null)
export const FormProvider = FormContext.Provider

export const useForm = (): FormContextValue => {
  const form = useContext(FormContext)
  if (!form) throw new Error('A field is used outside of a form')
  return form
}

/** Value, error and actions of one path. */
export const usePath = (path: string) => {
  const form = useForm()
  return {
    value: valueAt(form.values, path),
    error: errorAt(form.errors, path),
    set: (value: unknown) => form.set(path, value),
    blur: () => form.blur(path),
  }
}

const HelpContext = createContext<string | undefined>(undefined)

/** Provides a field's help text: shown beside the label, announced with the input. */
export const HelpProvider = HelpContext.Provider
export const useHelp = (): string | undefined => useContext(HelpContext)

/** Element id of a field, shared by labels, messages and summary links. */
export const fieldId = (path: string): string => `field-${path.replaceAll('.', '-')}`
export const errorId = (path: string): string => `${fieldId(path)}-error`
