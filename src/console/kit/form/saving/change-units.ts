import { locales } from '#kit/contract.ts'
import { languageName } from '../../parts/language-marks.tsx'
import { sameValue, valueAt, withoutEmptyTexts, withValue } from '../../parts/values/value-paths.ts'

/**
 * Smallest part that changes independently: a field, or one language of it. Change bars, undo, drafts and conflicts
 * work on units.
 */
export interface Unit {
  path: string
  label: string
  /** Path of its field. */
  field: string
  /** `line` and `html` are rich text: one or two lines, or an article. */
  kind: 'plain' | 'text' | 'line' | 'html'
}

interface FieldLike {
  kind: string
  name: string
  label: string
  to?: string
}

/** Rich text field kinds, and how their units are compared. */
const edited: Record<string, 'line' | 'html' | undefined> = { rich: 'line', article: 'html' }

const unitsOf = (field: FieldLike): Unit[] => {
  const { name, label } = field
  if (field.kind === 'localized' || field.kind === 'rich' || field.kind === 'article')
    return locales.map((locale) => ({
      path: `${name}.${locale}`,
      label: locale === 'ko' ? label : `${languageName[locale]} ${label}`,
      field: name,
      kind: edited[field.kind] ?? 'text',
    }))
  const own: Unit = { path: name, label, field: name, kind: field.kind === 'text' ? 'text' : 'plain' }
  return field.to ? [own, { path: field.to, label, field: name, kind: 'plain' }] : [own]
}

export const unitsOfGroups = (groups: readonly { fields: readonly FieldLike[] }[]): Unit[] =>
  groups.flatMap(({ fields }) => fields.flatMap(unitsOf))

/** Units whose value differs from the base. */
export const changedUnits = (units: readonly Unit[], base: unknown, values: unknown): Unit[] =>
  units.filter(({ path }) => !sameValue(valueAt(base, path), valueAt(values, path)))

/** Labels of changed fields, each once, in order. */
export const changedLabels = (changed: readonly Unit[]): string[] => [...new Set(changed.map(({ label }) => label))]

/** Top-level fields that differ; an update sends only these and the server keeps the others. */
export const changedFields = <Shape extends Record<string, unknown>>(base: Shape, values: Shape): Partial<Shape> => {
  const clean = withoutEmptyTexts(values)
  const change: Partial<Shape> = {}
  for (const key in clean) if (!sameValue(base[key], clean[key])) change[key] = clean[key]
  return change
}

/** Returns a copy with the stored values set by path. */
export const withValues = <Shape extends Record<string, unknown>>(
  values: Shape,
  entries: Iterable<readonly [path: string, value: unknown]>,
): Shape => {
  let next = values
  for (const [path, value] of entries) next = withValue(next, path, value)
  return next
}

/** Unit that an error path belongs to: the unit with the longest matching path. */
export const unitOfError = (units: readonly Unit[], path: string): Unit | undefined =>
  units
    .filter((unit) => path === unit.path || path.startsWith(`${unit.path}.`) || unit.path.startsWith(`${path}.`))
    .sort((a, b) => b.path.length - a.path.length)[0]
