import { Button, Popover, TextInput } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { useReload } from '#console/kit/list/state/use-reload.ts'
import { showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { m } from '#messages/messages.js'
import { refusalMessage } from '#session/error-message.ts'
import styles from './messages.module.css'
import { client, resource } from './resource.tsx'

/** Sends a test mail with the sender from the settings. */
export function SendTest() {
  const reload = useReload(resource.path)
  const [opened, setOpened] = useState(false)
  const [to, setTo] = useState('')
  const [error, setError] = useState<string>()
  const [sending, setSending] = useState(false)

  const send = async (event: SyntheticEvent) => {
    event.preventDefault()
    setSending(true)
    setError(undefined)
    try {
      await client.test({ body: { to } }, { headers: { 'idempotency-key': crypto.randomUUID() } })
      await reload()
      setOpened(false)
      showSuccess(m.messages_test_sent({ to }))
    } catch (refused) {
      setError(refusalMessage(refused))
    } finally {
      setSending(false)
    }
  }

  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus>
      <Popover.Target>
        <Button leftSection={<Icon name="mail" />} onClick={() => setOpened(!opened)}>
          {m.messages_test()}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form className={styles.test} onSubmit={send} noValidate>
          <TextInput
            type="email"
            label={m.messages_test_to()}
            autoComplete="email"
            value={to}
            error={error}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
          <Button type="submit" variant="filled" disabled={sending}>
            {sending ? m.messages_test_sending() : m.messages_test_send()}
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
