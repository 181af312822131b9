import { FormScreen } from '#console/kit/form/form-screen.tsx'
import { StateMark } from '#console/kit/parts/state-mark.tsx'
import { m } from '#messages/messages.js'
import { SendingInput } from '../contract.ts'
import { listAudienceFields } from './audience-fields.ts'
import { ChannelField } from './channel-field.tsx'
import { listContentFields, listPurposeOptions } from './content-fields.ts'
import { blankSending, sendingResource, toSending } from './resource.tsx'
import { SendActs } from './send-acts.tsx'
import { SendPreview } from './send-preview.tsx'
import { useSendingOptions } from './use-sending-options.ts'

/** Form of a bulk message: audience and content, with the live check beside it. */
export default function SendingForm() {
  const { data } = useSendingOptions()
  return (
    <FormScreen
      resource={sendingResource}
      schema={SendingInput}
      blank={blankSending}
      toInput={toSending}
      name={({ subject }) => subject.ko ?? ''}
      newTitle={m.sendings_create()}
      back={{ to: '/console/sendings', label: m.sendings_title() }}
      state={(record) => (
        <>
          <StateMark mark="draft">{m.sendings_state_draft()}</StateMark>
          {record.returned && <span>{m.sendings_returned({ reason: record.returned })}</span>}
        </>
      )}
      actions={(values, record) => <SendActs values={values} record={record} />}
      aside={(values) => <SendPreview values={values} />}
      groups={(values) => [
        {
          title: m.sendings_group_to(),
          fields: [
            ...listAudienceFields(
              values.audience,
              (data?.levels ?? []).map(({ key, title }) => ({ value: key, label: title })),
            ),
            { kind: 'custom', name: 'channel', label: m.sendings_channel(), render: () => <ChannelField /> },
            {
              kind: 'choice',
              name: 'purpose',
              label: m.sendings_purpose(),
              help: m.sendings_purpose_help(),
              options: listPurposeOptions(),
            },
            { kind: 'instant', name: 'sendAt', label: m.sendings_send_at(), none: m.sendings_send_now() },
          ],
        },
        { title: m.sendings_group_words(), fields: listContentFields(values.channel) },
      ]}
    />
  )
}
