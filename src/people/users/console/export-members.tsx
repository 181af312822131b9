import { Button } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { askReason } from '#console/kit/parts/dialogs/ask-reason.tsx'
import { showError, showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { m } from '#messages/messages.js'
import { members } from '../contract-members.ts'
import { client } from './resource.tsx'

const names = ['kind', 'level', 'state', 'staff', 'joined', 'lacks', 'q'] as const

/** Exports the filtered members as Excel, created by the server; the audit log records who and why. */
export function ExportMembers() {
  const [parameters] = useSearchParams()
  const [busy, setBusy] = useState(false)
  const exportMembers = async () => {
    const reason = await askReason({
      title: m.users_export_title(),
      text: m.users_export_text(),
      label: m.users_export_do(),
    })
    if (reason === null) return
    setBusy(true)
    try {
      const { staff, ...filter } = members.list.query
        .pick({ kind: true, level: true, state: true, staff: true, joined: true, lacks: true, q: true })
        .parse(
          Object.fromEntries(names.flatMap((name) => (parameters.get(name) ? [[name, parameters.get(name)]] : []))),
        )
      const { url, total } = await client.export({
        body: { reason, ...filter, ...(staff !== undefined && { staff }) },
      })
      const link = Object.assign(document.createElement('a'), { href: url, download: '' })
      link.click()
      showSuccess(m.users_export_said({ count: total.toLocaleString() }))
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button leftSection={<Icon name="download" />} disabled={busy} onClick={() => void exportMembers()}>
      {m.list_export()}
    </Button>
  )
}
