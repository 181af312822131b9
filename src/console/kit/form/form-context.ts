import { createContext, useContext } from 'react'
import type { Picture, StoredFile } from '#kit/contract.ts'
import { valueAt } from '../parts/paths.ts'
import { type Errors, errorAt } from './errors.ts'

/** Pictures and files by their ids: those of the record, and those uploaded since. */
export interface KnownFiles {
  picture: (id: string) => Picture | undefined
  file: (id: string) => StoredFile | undefined
  put: (picture: Picture | null, file: StoredFile) => void
}

export interface FormContextValue {
  /** For who may read and not write: every control shows, none changes. */
  readOnly?: boolean
  values: unknown
  base: unknown
  errors: Errors
  set: (path: string, value: unknown) => void
  /** The field at this path was left: time to check it. */
  leave: (path: string) => void
  /** Whether the schema takes null here: an emptied field then is null. */
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

/** The value, the message and the ways of one path. */
export const usePath = (path: string) => {
  const form = useForm()
  return {
    value: valueAt(form.values, path),
    error: errorAt(form.errors, path),
    set: (value: unknown) => form.set(path, value),
    leave: () => form.leave(path),
  }
}

const HelpContext = createContext<string | undefined>(undefined)

/** The help of the field around a control: seen beside its label, read out with its input. */
export const HelpProvider = HelpContext.Provider
export const useHelp = (): string | undefined => useContext(HelpContext)

/** Ids by which labels, messages and links of the summary find a field. */
export const fieldId = (path: string): string => `field-${path.replaceAll('.', '-')}`
export const errorId = (path: string): string => `${fieldId(path)}-error`
