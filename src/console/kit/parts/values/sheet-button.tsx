import { Button, type ButtonVariant, FileButton } from '@mantine/core'
import { useRef } from 'react'
import { acceptedSheets } from '#kit/files/file-types.ts'
import { Icon } from '../icon.tsx'

interface SheetButtonProps {
  label: string
  choose: (file: File) => void
  loading: boolean
  disabled?: boolean
  variant?: ButtonVariant
}

/** File button for spreadsheets; the same file can be chosen again after a correction. */
export function SheetButton({ label, choose, loading, disabled = false, variant = 'default' }: SheetButtonProps) {
  // Reset the input: browsers fire no change event if the same file is chosen again.
  const empty = useRef<() => void>(null)
  return (
    <FileButton
      accept={acceptedSheets}
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
