import { fieldId } from '../form-context.ts'

/** Scrolls to a field and focuses it; a path below a field leads to that field. */
export const focusField = (within: HTMLElement | null, path: string): void => {
  const steps = path.split('.')
  for (let length = steps.length; length > 0; length -= 1) {
    const id = fieldId(steps.slice(0, length).join('.'))
    const field = within?.querySelector<HTMLElement>(`[id="${id}"]`)
    const row = within?.querySelector<HTMLElement>(`[id="${id}-row"]`)
    const target = field ?? row?.querySelector<HTMLElement>('input, textarea, select, button, [contenteditable=true]')
    if (!target) continue
    ;(row ?? target).scrollIntoView({ block: 'center' })
    target.focus({ preventScroll: true })
    return
  }
}
