import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { resource as programList, client as programs } from '#auction/auctions/console/resource.tsx'
import { resource as authors } from '#auction/authors/console/resource.tsx'
import { resource as consignors } from '#auction/consignors/console/resource.tsx'
import { FieldError } from '#console/kit/form/fields/field-error.tsx'
import { fieldId, usePath } from '#console/kit/form/form-context.ts'
import { readAllPages } from '#kit/read-all-pages.ts'
import { m } from '#messages/messages.js'

interface ChooseProps {
  name: string
  label: string
  options: readonly { value: string; label: string }[]
  /** Allows an empty value. */
  clearable?: boolean
}

function ChoiceSelect({ name, label, options, clearable = true }: ChooseProps) {
  const { value, error, set } = usePath(name)
  return (
    <div>
      <Select
        id={fieldId(name)}
        aria-label={label}
        data={options}
        value={typeof value === 'string' && value !== '' ? value : null}
        onChange={(chosen) => set(chosen ?? (clearable ? null : ''))}
        clearable={clearable}
        clearButtonProps={{ 'aria-label': m.works_choose_none() }}
        searchable
        maw={480}
        error={Boolean(error)}
      />
      <FieldError path={name} message={error} />
    </div>
  )
}

/** Auctions, latest first. */
export const useAuctionOptions = () =>
  useQuery({
    queryKey: [programList.path, 'choices'],
    queryFn: ({ signal }) =>
      readAllPages('programs', (query) => programs.list({ query }, { signal })).then((list) => list.programs),
  }).data ?? []

export function AuctionField() {
  const options = useAuctionOptions().map(({ _id, title }) => ({ value: _id, label: title.ko }))
  return <ChoiceSelect name="program" label={m.works_program()} options={options} clearable={false} />
}

/** Exhibition room of the selected auction. */
export function RoomField() {
  const program = usePath('program').value
  const { data } = useQuery({
    queryKey: [programList.path, program, 'halls'],
    queryFn: ({ signal }) =>
      programs.get({ params: { id: String(program) } }, { signal }).then((answer) => answer.program.halls),
    enabled: typeof program === 'string' && program !== '',
  })
  const options = (data ?? []).map(({ _id, name }) => ({ value: _id, label: name.ko }))
  return <ChoiceSelect name="hall" label={m.works_hall()} options={options} />
}

export function AuthorField() {
  const { data } = useQuery({
    queryKey: [authors.path, 'choices'],
    queryFn: ({ signal }) => readAllPages('records', (page) => authors.list({ ...page, sort: 'key' }, { signal })),
  })
  const options = (data?.records ?? []).map(({ _id, name }) => ({ value: _id, label: name.ko }))
  return <ChoiceSelect name="author" label={m.works_author()} options={options} />
}

export function ConsignorField() {
  const { data } = useQuery({
    queryKey: [consignors.path, 'choices'],
    queryFn: ({ signal }) => readAllPages('records', (page) => consignors.list({ ...page, sort: 'name' }, { signal })),
  })
  const options = (data?.records ?? []).map(({ _id, name }) => ({ value: _id, label: name }))
  return <ChoiceSelect name="consignor" label={m.works_consignor()} options={options} />
}

/** Optional auction. */
export function OptionalAuctionField() {
  const options = useAuctionOptions().map(({ _id, title }) => ({ value: _id, label: title.ko }))
  return <ChoiceSelect name="program" label={m.works_program()} options={options} />
}
