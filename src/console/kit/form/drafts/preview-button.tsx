import { Button } from '@mantine/core'
import { useState } from 'react'
import { CallRefused } from '#kit/client.ts'
import type { Recorded } from '#kit/resource.ts'
import { m } from '#messages/messages.js'
import { showError } from '../../parts/dialogs/show-toast.tsx'
import { Icon } from '../../parts/icon.tsx'
import { withoutEmptyTexts } from '../../parts/values/value-paths.ts'
import type { DraftSupport } from '../form-declaration.ts'
import type { Errors } from '../form-errors.ts'
import { PagePreview, type PreviewToken } from './page-preview.tsx'

interface PreviewButtonProps<Item extends Recorded, Shape extends Record<string, unknown>> {
  drafting: DraftSupport<Item, Shape>
  id: string | undefined
  values: Shape
  /** Validates all fields; returns the errors by path. */
  check: () => Errors
  refuse: (fields: Errors) => void
}

/** Shows the page with the form's values, saved or not. Errors must be corrected first. */
export function PreviewButton<Item extends Recorded, Shape extends Record<string, unknown>>({
  drafting,
  id,
  values,
  check,
  refuse,
}: PreviewButtonProps<Item, Shape>) {
  const [preview, setPreview] = useState<PreviewToken>()
  const [waiting, setWaiting] = useState(false)

  const open = async () => {
    const page = drafting.page(values)
    if (waiting) return
    if (page === null) return showError(m.preview_nowhere())
    const errors = check()
    if (Object.keys(errors).length > 0) return refuse(errors)
    setWaiting(true)
    try {
      const token = await drafting.calls.preview({ content: withoutEmptyTexts(values), ...(id && { id }) })
      setPreview({ ...token, page })
    } catch (error) {
      const fields = error instanceof CallRefused ? error.refusal.fields : undefined
      if (fields) refuse(fields)
      else showError(error)
    } finally {
      setWaiting(false)
    }
  }

  return (
    <>
      <Button leftSection={<Icon name="screen" />} onClick={() => void open()} aria-busy={waiting || undefined}>
        {m.preview_title()}
      </Button>
      <PagePreview preview={preview} close={() => setPreview(undefined)} />
    </>
  )
}
