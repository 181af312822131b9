import { SegmentedControl, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { fieldId, usePath } from '#console/kit/form/form-context.ts'
import { readAllPages } from '#kit/read-all-pages.ts'
import { m } from '#messages/messages.js'
import { SendingChannel } from '../contract.ts'
import { channelLabels, sendingActionClient, templateResource } from './resource.tsx'
import styles from './sendings.module.css'

/** Channel, limited to those configured, and an optional template. */
export function ChannelField() {
  const channel = usePath('channel')
  const purpose = usePath('purpose')
  const subject = usePath('subject')
  const html = usePath('html')
  const text = usePath('text')
  const alimtalk = usePath('alimtalk')
  const { data: offered } = useQuery({
    queryKey: ['sendings-options'],
    queryFn: ({ signal }) => sendingActionClient.options(undefined, { signal }),
    staleTime: 60_000,
  })
  const { data: templates } = useQuery({
    queryKey: [templateResource.path, 'choice'],
    queryFn: ({ signal }) =>
      readAllPages('records', (page) => templateResource.list({ ...page, sort: 'title' }, { signal })),
    staleTime: 60_000,
  })
  const chosen = SendingChannel.safeParse(channel.value).data ?? 'mail'
  const channels = [...new Set([...(offered?.channels ?? ['mail' as const]), chosen])]
  const chooseTemplate = (id: string | null) => {
    const template = templates?.records.find(({ _id }) => _id === id)
    if (!template) return
    channel.set(template.channel)
    purpose.set(template.purpose)
    subject.set(template.subject)
    html.set(template.html)
    text.set(template.text)
    alimtalk.set(template.alimtalk)
  }
  return (
    <div className={styles.channel}>
      <SegmentedControl
        id={fieldId('channel')}
        aria-label={m.sendings_channel()}
        data={channels.map((value) => ({ value, label: channelLabels[value]() }))}
        value={chosen}
        onChange={channel.set}
      />
      {templates && templates.records.length > 0 && (
        <Select
          aria-label={m.message_templates_choose()}
          placeholder={m.message_templates_choose()}
          data={templates.records.map(({ _id, title }) => ({ value: _id, label: title }))}
          value={null}
          onChange={chooseTemplate}
        />
      )}
    </div>
  )
}
