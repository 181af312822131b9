import { Autocomplete } from '@mantine/core'
import { useState } from 'react'
import { m } from '#messages/messages.js'
import { Icon } from '../parts/icon.tsx'
import type { Unit } from './units.ts'

/** Leads to a field by a part of its name, in a form that is long. */
export function FindField({ units, lead }: { units: readonly Unit[]; lead: (path: string) => void }) {
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
        // The list of names gives the focus back first.
        if (path) setTimeout(() => lead(path))
      }}
    />
  )
}
