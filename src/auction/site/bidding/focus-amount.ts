/** Brings the amount into sight: what is typed, or what is chosen; without amounts, what has to be done before. */
export const focusAmount = (): void => {
  const panel = document.querySelector<HTMLElement>('[data-panel]')
  panel?.scrollIntoView({ block: 'center' })
  const found = ['input[inputmode]', 'fieldset input:checked', 'fieldset input', 'button:not(:disabled)']
    .map((selector) => panel?.querySelector<HTMLElement>(selector))
    .find(Boolean)
  found?.focus({ preventScroll: true })
}
