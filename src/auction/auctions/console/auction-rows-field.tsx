import { NumberInput } from '@mantine/core'
import { LocalizedControl } from '#console/kit/form/fields/localized-control.tsx'
import { RowField, RowList } from '#console/kit/form/fields/row-list.tsx'
import { fieldId, usePath } from '#console/kit/form/form-context.ts'
import { m } from '#messages/messages.js'

/** Exhibition rooms of an auction, in the order of its page. */
export function RoomsField() {
  return (
    <RowList
      name="halls"
      maxRows={20}
      blank={{ name: { ko: '' }, address: {} }}
      add={m.auctions_hall_add()}
      title={(place) => m.auctions_hall({ place })}
    >
      {(path) => (
        <>
          <LocalizedControl name={`${path}.name`} label={m.auctions_hall_name()} max={60} />
          <LocalizedControl name={`${path}.address`} label={m.auctions_hall_address()} max={200} />
        </>
      )}
    </RowList>
  )
}

function WonInput({ path, label }: { path: string; label: string }) {
  const { value, error, set } = usePath(path)
  return (
    <RowField label={label} htmlFor={fieldId(path)}>
      <NumberInput
        id={fieldId(path)}
        value={typeof value === 'number' ? value : ''}
        onChange={(typed) => set(Number(typed))}
        thousandSeparator=","
        allowNegative={false}
        allowDecimal={false}
        hideControls
        suffix={m.auctions_won()}
        error={error}
      />
    </RowField>
  )
}

/** Bid increments by price. */
export function IncrementsField() {
  return (
    <RowList
      name="increments"
      maxRows={20}
      blank={{ from: 0, step: 10_000 }}
      add={m.auctions_increment_add()}
      title={(place) => m.auctions_increment({ place })}
    >
      {(path) => (
        <>
          <WonInput path={`${path}.from`} label={m.auctions_increment_from()} />
          <WonInput path={`${path}.step`} label={m.auctions_increment_step()} />
        </>
      )}
    </RowList>
  )
}
