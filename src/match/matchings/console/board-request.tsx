import { Button, Modal, Select, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { sayDone } from '#console/kit/parts/toast.tsx'
import { m } from '#messages/messages.js'
import type { Board } from '../contract-board.ts'
import { longestMessage, longestReason } from '../rules.ts'
import styles from './behalf.module.css'
import { client } from './resource.tsx'
import { messageOf } from './use-board.ts'

interface RequestProps {
  board: Board
  reread(): Promise<void>
}

/** A request that the operator makes for a buyer of the fair. */
export function BoardRequest(props: RequestProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{m.behalf_request()}</Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={m.behalf_request()}
        closeButtonProps={{ 'aria-label': m.form_close() }}
      >
        <RequestForm {...props} close={() => setOpen(false)} />
      </Modal>
    </>
  )
}

function RequestForm({ board, reread, close }: RequestProps & { close(): void }) {
  const [buyer, setBuyer] = useState<string | null>(null)
  const [seller, setSeller] = useState<string | null>(null)
  const [message, setMessage] = useState('')
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState<{ reason?: string; all?: string }>({})
  const [isBusy, setBusy] = useState(false)

  const ask = async () => {
    if (!buyer || !seller) return setWrong({ all: m.behalf_choose_both() })
    if (!reason.trim()) return setWrong({ reason: m.matchings_reason_needed() })
    setWrong({})
    setBusy(true)
    try {
      const body = { buyer, seller, message, reason }
      await client.requestFor({ params: { id: board.fair._id }, body })
      sayDone(m.behalf_said())
      close()
    } catch (refused) {
      setWrong({ all: messageOf(refused) })
    } finally {
      setBusy(false)
      await reread()
    }
  }
  const companies = (of: Board['buyers']) => of.map(({ _id, name }) => ({ value: _id, label: name }))
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void ask()
      }}
    >
      <Text size="sm">{m.behalf_help()}</Text>
      <Select
        data-autofocus
        searchable
        label={m.behalf_buyer()}
        data={companies(board.buyers)}
        value={buyer}
        limit={50}
        nothingFoundMessage={m.behalf_none()}
        onChange={setBuyer}
      />
      <Select
        searchable
        label={m.behalf_seller()}
        data={companies(board.sellers)}
        value={seller}
        limit={50}
        nothingFoundMessage={m.behalf_none()}
        onChange={setSeller}
      />
      <Textarea
        label={m.behalf_message()}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={longestMessage}
        value={message}
        onChange={({ currentTarget }) => setMessage(currentTarget.value)}
      />
      <Textarea
        label={m.behalf_reason()}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={longestReason}
        value={reason}
        error={wrong.reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      {wrong.all && (
        <Text size="sm" c="red" role="alert">
          {wrong.all}
        </Text>
      )}
      <div className={styles.acts}>
        <Button onClick={close}>{m.form_go_back()}</Button>
        <Button type="submit" variant="filled" loading={isBusy}>
          {m.behalf_request()}
        </Button>
      </div>
    </form>
  )
}
