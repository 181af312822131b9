import { PercentField } from '#console/kit/form/fields/number-unit-field.tsx'
import { FormScreen } from '#console/kit/form/form-screen.tsx'
import { m } from '#messages/messages.js'
import { ConsignorInput } from '../contract.ts'
import { ConsignorAccount } from './consignor-account.tsx'
import { blank, resource, toInput } from './resource.tsx'

export default function ConsignorForm() {
  return (
    <FormScreen
      resource={resource}
      schema={ConsignorInput}
      blank={blank}
      toInput={toInput}
      name={({ name }) => name}
      newTitle={m.consignors_create()}
      back={{ to: '/console/auction/consignors', label: m.consignors_title() }}
      state={({ _id, account }) => <ConsignorAccount id={_id} account={account} />}
      groups={[
        {
          title: m.consignors_group_facts(),
          fields: [
            { kind: 'text', name: 'name', label: m.consignors_name(), room: 'half' },
            { kind: 'text', name: 'phone', label: m.consignors_phone(), room: 'half' },
            { kind: 'text', name: 'email', label: m.consignors_email(), room: 'half' },
            {
              kind: 'custom',
              name: 'commission',
              label: m.consignors_commission(),
              help: m.consignors_commission_help(),
              render: () => <PercentField name="commission" label={m.consignors_commission()} />,
            },
            { kind: 'text', name: 'note', label: m.consignors_note(), lines: 4 },
          ],
        },
      ]}
    />
  )
}
