import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { CallRefused } from '#kit/client.ts'
import { errorMessage } from '#session/error-message.ts'

/** Error messages by field name; `form` holds the message for the whole form. */
export type FormErrors = Record<string, string | undefined>

/** Holds the errors of a form and focuses its first invalid field. Attach `form` to the form element. */
export const useFormErrors = (): {
  form: RefObject<HTMLFormElement | null>
  fieldErrors: FormErrors
  showErrors: (fieldErrors: FormErrors) => void
  /** Shows the errors of a refusal at the fields, or at the form. */
  refuse: (error: unknown) => void
} => {
  const form = useRef<HTMLFormElement>(null)
  const [fieldErrors, setFieldErrors] = useState<FormErrors>({})
  // Runs after the messages are rendered, so that screen readers announce them with the field.
  useEffect(() => {
    const first = [...(form.current?.elements ?? [])].find(
      (element) => element instanceof HTMLElement && fieldErrors[element.getAttribute('name') ?? ''],
    )
    if (first instanceof HTMLElement) first.focus()
  }, [fieldErrors])
  const refuse = useCallback((error: unknown) => {
    const fields = error instanceof CallRefused ? error.refusal.fields : undefined
    setFieldErrors(fields ? { ...fields, form: undefined } : { form: errorMessage(error) })
  }, [])
  return { form, fieldErrors, showErrors: setFieldErrors, refuse }
}
