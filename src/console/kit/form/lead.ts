import { fieldId } from './form-context.ts'

/** Brings a field into view and puts the cursor into it; a path below it leads to the field it belongs to. */
export const leadTo = (within: HTMLElement | null, path: string): void => {
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
