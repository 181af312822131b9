import type { z } from 'zod'

/** Returns the named fields of a record. */
export const pickFields = <T extends object, K extends keyof T>(record: T, names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.map((name) => [name, record[name]])) as Pick<T, K>

/** Fields that have no default. */
type RequiredFields<S extends z.ZodObject> = {
  [K in keyof z.output<S> as undefined extends z.input<S>[K & keyof z.input<S>] ? never : K]: z.output<S>[K]
}

/** Returns the values of a new record's form: the defaults of its schema, and `values` for the fields without one. */
export const blankInput = <S extends z.ZodObject>(schema: S, values: RequiredFields<S>): z.output<S> => ({
  ...Object.fromEntries(
    Object.entries(schema.shape).flatMap(([name, field]) => {
      const { data } = (field as z.ZodType).safeParse(undefined)
      return data === undefined ? [] : [[name, data]]
    }),
  ),
  ...(values as z.output<S>),
})

/** Returns the fields of a record that its form edits. */
export const pickInput = <S extends z.ZodObject, R extends { [K in keyof z.output<S>]: unknown }>(
  schema: S,
  record: R,
): Pick<R, keyof z.output<S> & keyof R> =>
  pickFields(record, Object.keys(schema.shape) as (keyof z.output<S> & keyof R)[])
