import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FieldError } from '#console/kit/form/fields/field-error.tsx'
import { PercentField } from '#console/kit/form/fields/number-unit-field.tsx'
import { RowField, RowList } from '#console/kit/form/fields/row-list.tsx'
import { fieldId, usePath } from '#console/kit/form/form-context.ts'
import { textIn } from '#kit/i18n.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import { client, resource } from './resource.tsx'

/** Discounts by member level. */
export function LevelRatesField() {
  return (
    <RowList
      name="levelRates"
      maxRows={20}
      blank={{ level: '', rate: 100 }}
      add={m.conditions_level_add()}
      title={(place) => m.conditions_level_row({ place })}
    >
      {(path) => (
        <>
          <RowField label={m.conditions_level()} htmlFor={fieldId(`${path}.level`)}>
            <LevelSelect name={`${path}.level`} />
          </RowField>
          <RowField label={m.conditions_level_rate()} htmlFor={fieldId(`${path}.rate`)}>
            <PercentField name={`${path}.rate`} label={m.conditions_level_rate()} />
          </RowField>
        </>
      )}
    </RowList>
  )
}

function LevelSelect({ name }: { name: string }) {
  const { value, error, set } = usePath(name)
  const { data } = useQuery({
    queryKey: [resource.path, 'levels'],
    queryFn: ({ signal }) => client.get(undefined, { signal }).then(({ conditions }) => conditions.levels),
  })
  return (
    <div>
      <Select
        id={fieldId(name)}
        aria-label={m.conditions_level()}
        placeholder={m.conditions_level_choose()}
        data={(data ?? []).map(({ key, title }) => ({ value: key, label: textIn(getLocale(), title) }))}
        value={typeof value === 'string' && value !== '' ? value : null}
        onChange={(chosen) => set(chosen ?? '')}
        allowDeselect={false}
        maw={320}
        error={Boolean(error)}
      />
      <FieldError path={name} message={error} />
    </div>
  )
}
