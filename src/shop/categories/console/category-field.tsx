import { Select } from '@mantine/core'
import { FieldError } from '#console/kit/form/fields/field-error.tsx'
import { fieldId, usePath } from '#console/kit/form/form-context.ts'
import { m } from '#messages/messages.js'
import { type CategoryBranch, createBranches, useCategories } from './resource.tsx'

interface CategoryFieldProps {
  name: string
  label: string
  /** Label of the empty choice. */
  none: string
  /** Filters the categories that can be chosen; all by default. */
  choose?: (branches: readonly CategoryBranch[]) => readonly CategoryBranch[]
}

/** Select of a category, or of none. */
export function CategoryField({ name, label, none, choose = (branches) => branches }: CategoryFieldProps) {
  const { value, error, set } = usePath(name)
  const branches = createBranches(useCategories().data ?? [])
  return (
    <div>
      <Select
        id={fieldId(name)}
        aria-label={label}
        placeholder={none}
        data={choose(branches).map(({ _id, words }) => ({ value: _id, label: words }))}
        value={typeof value === 'string' && value !== '' ? value : null}
        onChange={(chosen) => set(chosen)}
        clearable
        clearButtonProps={{ 'aria-label': none }}
        searchable
        nothingFoundMessage={m.categories_choose_nothing()}
        maw={480}
        error={Boolean(error)}
      />
      <FieldError path={name} message={error} />
    </div>
  )
}
