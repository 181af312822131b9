import { Button, Menu } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { recordKey } from '#console/kit/list/state/use-list.ts'
import { useReload } from '#console/kit/list/state/use-reload.ts'
import { confirmAction } from '#console/kit/parts/dialogs/confirm-action.tsx'
import { showError, showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { languageName } from '#console/kit/parts/language-marks.tsx'
import { shortInstant } from '#console/kit/parts/time/seoul-time.ts'
import { newKey } from '#kit/client.ts'
import { type Locale, locales } from '#kit/contract.ts'
import { m } from '#messages/messages.js'
import { refusalMessage } from '#session/error-message.ts'
import type { Sending } from '../contract.ts'
import { type SendingShape, sendingActionClient, sendingResource, toSending } from './resource.tsx'

/** Buttons that send a draft, or a test of it to the user; both use the saved version. */
export function SendActs({ values, record }: { values: SendingShape; record: Sending | undefined }) {
  const queries = useQueryClient()
  const reload = useReload(sendingResource.path)
  // Idempotency key: a double click sends once.
  const [key] = useState(newKey)
  const isSaved = record !== undefined && JSON.stringify(toSending(record)) === JSON.stringify(values)
  const send = useMutation({
    mutationFn: ({ _id, updatedAt }: Sending) =>
      sendingActionClient.send({ params: { id: _id }, body: { updatedAt } }, { headers: { 'idempotency-key': key } }),
    onSuccess: ({ sending }) => {
      queries.setQueryData(recordKey(sendingResource.path, sending._id), sending)
      void reload()
      showSuccess(sending.state === 'asked' ? m.sendings_said_asked() : m.sendings_said_scheduled())
    },
    onError: (error) => showError(refusalMessage(error)),
  })
  const test = useMutation({
    mutationFn: ([id, locale]: [string, Locale]) => sendingActionClient.tryOut({ params: { id }, body: { locale } }),
    onSuccess: ({ to }) => showSuccess(m.sendings_said_tested({ to })),
    onError: (error) => showError(refusalMessage(error)),
  })
  const confirmAndSend = async (sending: Sending) => {
    try {
      const { gate } = await sendingActionClient.gate({ body: toSending(sending) })
      const { allowed: count, needsApproval } = gate
      const isImmediate = sending.sendAt
        ? m.sendings_schedule({ time: shortInstant(sending.sendAt) })
        : m.sendings_send({ count })
      const isConfirmed = await confirmAction({
        title: needsApproval ? m.sendings_ask_confirm({ count }) : m.sendings_send_confirm({ count }),
        text: needsApproval ? m.sendings_ask_text() : m.sendings_send_confirm_text(),
        label: needsApproval ? m.sendings_ask() : isImmediate,
      })
      if (isConfirmed) send.mutate(sending)
    } catch (error) {
      showError(refusalMessage(error))
    }
  }
  if (!record || !isSaved) return <span>{m.sendings_send_save_first()}</span>
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button leftSection={<Icon name="mail" />} loading={test.isPending}>
            {m.sendings_test()}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {locales.map((locale) => (
            <Menu.Item
              key={locale}
              lang={locale === 'cn' ? 'zh-Hans' : locale}
              onClick={() => test.mutate([record._id, locale])}
            >
              {languageName[locale]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Button variant="filled" loading={send.isPending} onClick={() => void confirmAndSend(record)}>
        {record.sendAt ? m.sendings_schedule({ time: shortInstant(record.sendAt) }) : m.sendings_send_now_act()}
      </Button>
    </>
  )
}
