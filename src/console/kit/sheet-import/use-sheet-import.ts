import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { CheckedSheet, SheetChoice } from '#kit/spreadsheet/import-contract.ts'
import { formatColumns } from '#kit/spreadsheet/import-contract.ts'

/** An upload with the table that is to be read from it. */
interface SheetCall {
  form: FormData
  query: SheetChoice
}

interface SheetRoutes<Checked, Applied, Extra> {
  check: (call: SheetCall) => Promise<Checked>
  /** `query` also has what the screen adds on applying. */
  apply: (call: { form: FormData; query: SheetChoice & Partial<Extra> }) => Promise<Applied>
  onApplied: (applied: Applied) => Promise<void> | void
}

const formOf = (file: File): FormData => {
  const form = new FormData()
  form.append('file', file, file.name)
  return form
}

const wholeChoice = ({ sheet, head, columns }: CheckedSheet['layout']): SheetChoice => ({
  sheet,
  head,
  columns: formatColumns(columns as Record<string, number | null>),
})

/**
 * State of an import: the chosen file stays in the browser and is checked again after each change of sheet, headings or
 * columns, so nothing is lost until it was imported or another file is chosen.
 */
export const useSheetImport = <Checked extends CheckedSheet, Applied, Extra extends object = object>({
  check: checkRoute,
  apply: applyRoute,
  onApplied,
}: SheetRoutes<Checked, Applied, Extra>) => {
  const [file, setFile] = useState<File>()
  const [checked, setChecked] = useState<Checked>()
  // Current values for a caller that waited for an upload meanwhile.
  const current = useRef<{ file?: File | undefined; checked?: Checked | undefined }>({})
  const show = (next: { file?: File | undefined; checked?: Checked | undefined }) => {
    current.current = next
    setFile(next.file)
    setChecked(next.checked)
  }
  const check = useMutation({
    mutationFn: ({ file: chosen, choice }: { file: File; choice: SheetChoice }) =>
      checkRoute({ form: formOf(chosen), query: choice }),
  })
  const apply = useMutation({
    mutationFn: ({ file: chosen, choice }: { file: File; choice: SheetChoice & Partial<Extra> }) =>
      applyRoute({ form: formOf(chosen), query: choice }),
    onSuccess: async (applied) => {
      reset()
      await onApplied(applied)
    },
  })
  const reset = () => {
    show({})
    check.reset()
    apply.reset()
  }
  const checkFile = (chosen: File, choice: SheetChoice) => {
    apply.reset()
    // Only the answer of the last call is used.
    check.mutate({ file: chosen, choice }, { onSuccess: (answer) => show({ file: chosen, checked: answer }) })
  }
  return {
    file,
    checked,
    reset,
    isChecking: check.isPending,
    isApplying: apply.isPending,
    checkError: check.error,
    applyError: apply.error,
    chooseFile: (chosen: File) => {
      show({ file: chosen })
      checkFile(chosen, {})
    },
    /** Checks the file again, for another table in it or after a change elsewhere. */
    choose: (choice?: SheetChoice) => {
      const { file: chosen, checked: last } = current.current
      if (chosen) checkFile(chosen, choice ?? (last ? wholeChoice(last.layout) : {}))
    },
    apply: (extra: Partial<Extra> = {}) => {
      if (file && checked) apply.mutate({ file, choice: { ...wholeChoice(checked.layout), ...extra } })
    },
  }
}

export type SheetImportState<Checked extends CheckedSheet> = Omit<
  ReturnType<typeof useSheetImport<Checked, unknown>>,
  'apply'
>
