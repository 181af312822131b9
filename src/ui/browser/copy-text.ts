/**
 * Copies through a hidden field: works without https and where the page blocks copying (it exempts `data-copyable`).
 */
const copyFromField = (text: string): boolean => {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.dataset.copyable = ''
  Object.assign(field.style, { position: 'fixed', top: '0', opacity: '0' })
  document.body.append(field)
  field.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
    if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  }
}

/** Copies a text to the clipboard; returns false if the browser refuses. Must be called from a user gesture. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyFromField(text)
  }
}
