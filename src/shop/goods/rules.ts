/** Options of a product as a grid: one row for each combination of one value per axis. */

export interface Value {
  ko: string
  en?: string | undefined
  cn?: string | undefined
}

export interface Choice {
  _id?: string | undefined
  values: Value[]
  code: string
  difference: number
  restockOn: string | null
  visible: boolean
}

export const maxPictures = 10
export const maxAxes = 3
export const maxOptions = 60

export const blankChoice = (values: Value[] = []): Choice => ({
  values,
  code: '',
  difference: 0,
  restockOn: null,
  visible: true,
})

const wordOf = (value: Value | undefined): string => value?.ko.trim() ?? ''
const keyOf = (values: readonly Value[]): string => values.map(wordOf).join('\n')

/** Returns the distinct values of an axis in order of appearance. */
export const valuesOf = (options: readonly Choice[], axis: number): Value[] => {
  const found = options.flatMap(({ values }) => values[axis] ?? [])
  return found.filter((value, index) => found.findIndex((other) => wordOf(other) === wordOf(value)) === index)
}

/** Adds an axis with one unnamed value. */
export const addAxis = (options: readonly Choice[]): Choice[] =>
  options.map((option) => ({ ...option, values: [...option.values, { ko: '' }] }))

/** Removes an axis; of options that become identical, the first is kept. */
export const removeAxis = (options: readonly Choice[], axis: number): Choice[] => {
  const rest = options.map((option) => ({ ...option, values: option.values.toSpliced(axis, 1) }))
  return rest.filter(({ values }, index) => rest.findIndex((other) => keyOf(other.values) === keyOf(values)) === index)
}

/** Adds a value to an axis, combined with every choice on the other axes. */
export const addValue = (options: readonly Choice[], axis: number, value: Value = { ko: '' }): Choice[] => {
  const others = options.map(({ values }) => values.with(axis, value))
  const added = others.filter((values, index) => others.findIndex((other) => keyOf(other) === keyOf(values)) === index)
  return [...options, ...added.map((values) => blankChoice(values))]
}

/** Renames a value of an axis in all options. */
export const renameValue = (options: readonly Choice[], axis: number, from: Value, to: Value): Choice[] =>
  options.map((option) =>
    wordOf(option.values[axis]) === wordOf(from) ? { ...option, values: option.values.with(axis, to) } : option,
  )

export const removeValue = (options: readonly Choice[], axis: number, value: Value): Choice[] =>
  options.filter(({ values }) => wordOf(values[axis]) !== wordOf(value))

/** Returns the combinations of existing values that have no row. */
export const findMissingChoices = (options: readonly Choice[], axes: number): Choice[] => {
  const all = Array.from({ length: axes }, (_, axis) => valuesOf(options, axis)).reduce<Value[][]>(
    (rows, values) => rows.flatMap((row) => values.map((value) => [...row, value])),
    [[]],
  )
  const existing = new Set(options.map(({ values }) => keyOf(values)))
  return all.filter((values) => !existing.has(keyOf(values))).map((values) => blankChoice(values))
}

/** True if another value of the axis has this name. */
export const isDuplicateValue = (options: readonly Choice[], axis: number, from: Value, ko: string): boolean =>
  ko.trim() !== wordOf(from) && valuesOf(options, axis).some((value) => wordOf(value) === ko.trim())

/** Changes a price by a percentage, rounded to 10 won; minimum 10 won. */
export const changePrice = (price: number, percent: number): number =>
  Math.max(10, Math.round((price * (100 + percent)) / 1000) * 10)
