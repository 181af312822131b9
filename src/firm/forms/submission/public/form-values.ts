/** Returns the current text of the message field. */
export const readMessage = (form: HTMLFormElement | null): string =>
  String(form ? (new FormData(form).get('message') ?? '') : '')

/** Returns the messages of the other fields. */
export const omitError = (errors: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(errors).filter(([key]) => key !== name))

export const clearField = (form: HTMLFormElement, name: string) => {
  const field = form.elements.namedItem(name)
  if (field instanceof HTMLInputElement) field.value = ''
}

/** Clears all fields. `reset()` would restore the values the form was rendered with. */
export const clearForm = (form: HTMLFormElement) => {
  for (const field of form.elements) {
    if (field instanceof HTMLInputElement && (field.type === 'radio' || field.type === 'checkbox'))
      field.checked = false
    else if (field instanceof HTMLInputElement && field.type !== 'hidden' && field.type !== 'submit') field.value = ''
    else if (field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement) field.value = ''
  }
}
