import { Button, Group, Text, Textarea } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useState } from 'react'
import { m } from '#messages/messages.js'

/** Limit of the API per call. */
const maxMembers = 1000

/** Opens a dialog for the members who get the coupon; returns their usernames, or null if cancelled. */
export const promptMembers = (text: string): Promise<string[] | null> =>
  new Promise((resolve) => {
    const id = modals.open({
      title: m.coupons_issue_title(),
      closeButtonProps: { 'aria-label': m.form_close() },
      onClose: () => resolve(null),
      children: (
        <MembersForm
          text={text}
          done={(usernames) => {
            resolve(usernames)
            modals.close(id)
          }}
        />
      ),
    })
  })

function MembersForm({ text, done }: { text: string; done: (usernames: string[] | null) => void }) {
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState('')
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const usernames = [...new Set(typed.split(/[\s,;]+/).filter(Boolean))]
        if (usernames.length === 0) setFault(m.coupons_members_missing())
        else if (usernames.length > maxMembers) setFault(m.coupons_members_many({ count: maxMembers.toLocaleString() }))
        else done(usernames)
      }}
    >
      <Text size="sm">{text}</Text>
      <Textarea
        data-autofocus
        mt={12}
        label={m.coupons_members()}
        description={m.coupons_members_help()}
        autosize
        minRows={4}
        maxRows={12}
        value={typed}
        error={fault}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setFault('')
        }}
      />
      <Group mt={16} justify="flex-end">
        <Button variant="default" onClick={() => done(null)}>
          {m.form_go_back()}
        </Button>
        <Button type="submit">{m.coupons_act_issue()}</Button>
      </Group>
    </form>
  )
}
