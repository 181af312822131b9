/** Scrolls to the amount and focuses the text field or the selected option; without amounts, the next required step. */
export const focusAmount = (): void => {
  const panel = document.querySelector<HTMLElement>('[data-panel]')
  panel?.scrollIntoView({ block: 'center' })
  const found = ['input[inputmode]', 'fieldset input:checked', 'fieldset input', 'button:not(:disabled)']
    .map((selector) => panel?.querySelector<HTMLElement>(selector))
    .find(Boolean)
  found?.focus({ preventScroll: true })
}
