import { Button, type ButtonVariant, FileButton } from '@mantine/core'
import { useRef } from 'react'
import { Icon } from '../icon.tsx'

interface SheetButtonProps {
  label: string
  choose: (file: File) => void
  loading: boolean
  disabled?: boolean
  variant?: ButtonVariant
}

/** Chooses an Excel file; the same one again once it was corrected. */
export function SheetButton({ label, choose, loading, disabled = false, variant = 'default' }: SheetButtonProps) {
  // A browser tells nothing of a file that is chosen once more, unless the field was emptied.
  const empty = useRef<() => void>(null)
  return (
    <FileButton
      accept=".xlsx"
      disabled={disabled}
      resetRef={empty}
      onChange={(file) => {
        empty.current?.()
        if (file) choose(file)
      }}
    >
      {(props) => (
        <Button {...props} variant={variant} leftSection={<Icon name="upload" />} loading={loading} disabled={disabled}>
          {label}
        </Button>
      )}
    </FileButton>
  )
}

/** An Excel file as the routes of imports take it. */
export const sheetForm = (file: File): FormData => {
  const form = new FormData()
  form.append('file', file, file.name)
  return form
}
