import { Autocomplete } from '@mantine/core'
import { useState } from 'react'
import { m } from '#messages/messages.js'
import { Icon } from '../../parts/icon.tsx'
import type { Unit } from '../saving/change-units.ts'

/** Search box that jumps to a field by part of its name, for long forms. */
export function FieldSearch({ units, focusPath }: { units: readonly Unit[]; focusPath: (path: string) => void }) {
  const [typed, setTyped] = useState('')
  const labels = [...new Map(units.map(({ label, path }) => [label, path]))]
  return (
    <Autocomplete
      w={220}
      aria-label={m.form_find()}
      placeholder={m.form_find()}
      leftSection={<Icon name="search" />}
      value={typed}
      onChange={setTyped}
      data={labels.map(([label]) => label)}
      limit={12}
      onOptionSubmit={(label) => {
        const path = labels.find(([one]) => one === label)?.[1]
        setTyped('')
        // Runs after the dropdown has returned the focus.
        if (path) setTimeout(() => focusPath(path))
      }}
    />
  )
}
