/** Dotted paths of `T` whose value is a `V`: `title`, `mail.senderName`. Does not descend into arrays. */
export type PathTo<T, V> = T extends object
  ? {
      [K in keyof T & string]:
        | (T[K] extends V ? K : never)
        | (NonNullable<T[K]> extends readonly unknown[]
            ? never
            : NonNullable<T[K]> extends object
              ? `${K}.${PathTo<NonNullable<T[K]>, V>}`
              : never)
    }[keyof T & string]
  : never

/** Type of the value at a dotted path. */
export type ValueAt<T, P extends string> = P extends `${infer Head}.${infer Rest}`
  ? Head extends keyof T
    ? ValueAt<NonNullable<T[Head]>, Rest>
    : never
  : P extends keyof T
    ? T[P]
    : never

type Branch = Record<string, unknown>
const isBranch = (value: unknown): value is Branch =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Value at a dotted path; undefined if the path does not exist. Numbers index arrays. */
export const valueAt = (value: unknown, path: string): unknown => {
  let at: unknown = value
  for (const step of path.split('.')) {
    if (Array.isArray(at)) at = at[Number(step)]
    else if (isBranch(at)) at = at[step]
    else return undefined
  }
  return at
}

/** Returns a copy with the value at a dotted path replaced; shares the rest. Numbers index arrays. */
export const withValue = <T extends Branch>(value: T, path: string, next: unknown): T => {
  const [head = '', ...rest] = path.split('.')
  return { ...value, [head]: rest.length === 0 ? next : withBelow(value[head], rest, next) }
}

const withBelow = (below: unknown, rest: string[], next: unknown): unknown => {
  if (!Array.isArray(below)) return withValue(isBranch(below) ? below : {}, rest.join('.'), next)
  const [head = '', ...further] = rest
  return below.with(Number(head), further.length === 0 ? next : withBelow(below[Number(head)], further, next))
}

/**
 * Deep equality as stored: treats `''` and `undefined` as equal, because an emptied field and a missing one look the
 * same.
 */
export const sameValue = (a: unknown, b: unknown): boolean => {
  const left = a === '' ? undefined : a
  const right = b === '' ? undefined : b
  if (Object.is(left, right)) return true
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((item, index) => sameValue(item, right[index]))
  if (isBranch(left) && isBranch(right))
    return [...new Set([...Object.keys(left), ...Object.keys(right)])].every((key) => sameValue(left[key], right[key]))
  if (left === undefined && isBranch(right)) return sameValue({}, right)
  if (right === undefined && isBranch(left)) return sameValue(left, {})
  return false
}

const languages = new Set(['ko', 'en', 'cn'])

const prune = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(prune)
  return isBranch(value) ? withoutEmptyTexts(value) : value
}

/** Returns a copy without empty translations; an absent language falls back to Korean. */
export const withoutEmptyTexts = <T>(value: T): T => {
  if (!isBranch(value)) return value
  const copy = { ...value }
  for (const key in copy) {
    if (languages.has(key) && copy[key] === '') delete copy[key]
    else Object.assign(copy, { [key]: prune(copy[key]) })
  }
  return copy
}
