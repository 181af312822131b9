import { Button, Group, Modal, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { showRefusal } from '#auction/auctions/console/resource.tsx'
import { useReload } from '#console/kit/list/state/use-reload.ts'
import { askReason } from '#console/kit/parts/dialogs/ask-reason.tsx'
import { showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { useMayWrite } from '#console/kit/use-rights.ts'
import type { BankAccount } from '#kit/bank-account.ts'
import { CallRefused } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import type { Consignor } from '../contract.ts'
import { client, resource } from './resource.tsx'

const none: BankAccount = { bank: '', number: '', holder: '' }

/** Bank account of a consignor. The number is masked; revealing it requires a reason, which is logged. */
export function ConsignorAccount({ id, account }: { id: string; account: Consignor['account'] }) {
  const mayWrite = useMayWrite(resource.access)
  const reload = useReload(resource.path)
  const [stored, keep] = useState(account)
  const [draft, setDraft] = useState<BankAccount>()
  const [fieldErrors, setWrong] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const show = async () => {
    const reason = await askReason({
      title: m.consignors_account_open(),
      text: m.consignors_account_open_text(),
      label: m.consignors_account_open(),
    })
    if (reason === null) return
    await client.account({ params: { id }, body: { reason } }).then((answer) => keep(answer.account), showRefusal)
  }
  const save = async () => {
    if (!draft) return
    setBusy(true)
    setWrong({})
    try {
      const { consignor } = await client.setAccount({ params: { id }, body: { account: draft } })
      keep(consignor.account)
      setDraft(undefined)
      showSuccess(m.consignors_account_kept())
      await reload()
    } catch (error) {
      if (error instanceof CallRefused && error.refusal.fields) setWrong(error.refusal.fields)
      else showRefusal(error)
    } finally {
      setBusy(false)
    }
  }
  const field = (name: keyof BankAccount, label: string) => (
    <TextInput
      label={label}
      mt={12}
      value={draft?.[name] ?? ''}
      error={fieldErrors[`account.${name}`]}
      onChange={({ currentTarget }) => setDraft({ ...(draft ?? none), [name]: currentTarget.value })}
    />
  )
  return (
    <Group gap={8}>
      <Text size="sm">{stored ? `${stored.bank} ${stored.number} ${stored.holder}` : m.consignors_account_none()}</Text>
      {mayWrite && stored?.number.includes('*') && (
        <Button variant="subtle" size="compact-sm" onClick={() => void show()}>
          {m.consignors_account_open()}
        </Button>
      )}
      {mayWrite && (
        <Button variant="subtle" size="compact-sm" onClick={() => setDraft(none)}>
          {m.consignors_account_set()}
        </Button>
      )}
      <Modal
        opened={draft !== undefined}
        onClose={() => setDraft(undefined)}
        title={m.consignors_account()}
        closeButtonProps={{ 'aria-label': m.form_close() }}
      >
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void save()
          }}
        >
          <Text size="sm">{m.consignors_account_help()}</Text>
          {field('bank', m.consignors_bank())}
          {field('number', m.consignors_number())}
          {field('holder', m.consignors_holder())}
          <Button type="submit" mt={16} loading={busy}>
            {m.consignors_account_keep()}
          </Button>
        </form>
      </Modal>
    </Group>
  )
}
