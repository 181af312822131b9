import { Button, Modal, Select, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { m } from '#messages/messages.js'
import { client } from '../../console/resource.tsx'
import { maxMessageLength } from '../../rules.ts'
import type { Board } from '../../schedule-board/contract.ts'
import { OnBehalfForm } from './on-behalf-form.tsx'

interface RequestProps {
  board: Board
  reread(): Promise<void>
}

/** Dialog for a request that the operator makes on behalf of a buyer. */
export function RequestDialog(props: RequestProps) {
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
  const [missing, setMissing] = useState('')
  const check = () => {
    const areChosen = buyer !== null && seller !== null
    setMissing(areChosen ? '' : m.behalf_choose_both())
    return areChosen
  }
  const companies = (of: Board['buyers']) => of.map(({ _id, name }) => ({ value: _id, label: name }))
  return (
    <OnBehalfForm
      label={m.behalf_request()}
      check={check}
      act={async (reason) => {
        if (buyer && seller)
          await client.requestFor({ params: { id: board.fair._id }, body: { buyer, seller, message, reason } })
      }}
      reread={reread}
      close={close}
    >
      <Select
        data-autofocus
        searchable
        label={m.behalf_buyer()}
        data={companies(board.buyers)}
        value={buyer}
        limit={50}
        nothingFoundMessage={m.behalf_none()}
        onChange={(chosen) => {
          setBuyer(chosen)
          setMissing('')
        }}
      />
      <Select
        searchable
        label={m.behalf_seller()}
        data={companies(board.sellers)}
        value={seller}
        limit={50}
        nothingFoundMessage={m.behalf_none()}
        onChange={(chosen) => {
          setSeller(chosen)
          setMissing('')
        }}
      />
      {missing && (
        <Text size="sm" c="var(--c-error)" role="alert">
          {missing}
        </Text>
      )}
      <Textarea
        label={m.behalf_message()}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={maxMessageLength}
        value={message}
        onChange={({ currentTarget }) => setMessage(currentTarget.value)}
      />
    </OnBehalfForm>
  )
}
