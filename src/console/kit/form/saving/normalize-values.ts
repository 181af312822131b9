import { normalizeHtml } from '../../editor/editor-extensions.ts'
import { valueAt, withValue } from '../../parts/values/value-paths.ts'
import type { Unit } from './change-units.ts'

/** Returns values with rich text as the editor serializes it, so that unedited text compares as unchanged. */
export const normalizeValues = <Shape extends Record<string, unknown>>(
  values: Shape,
  unitsOf: (values: Shape) => readonly Unit[],
): Shape => {
  let next = values
  for (const { path, kind } of unitsOf(values)) {
    const value = valueAt(values, path)
    if (typeof value === 'string' && (kind === 'line' || kind === 'html'))
      next = withValue(next, path, normalizeHtml(value, kind === 'line' ? 'line' : 'article'))
  }
  return next
}
