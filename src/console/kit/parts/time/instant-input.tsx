import { ActionIcon, Popover, TextInput } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { useEffect, useState } from 'react'
import { formatSeoulDay } from '#kit/time/seoul-day.ts'
import { m } from '#messages/messages.js'
import { pressedKey } from '#ui/browser/keyboard.ts'
import { Icon } from '../icon.tsx'
import { clockTime, fromSeoul, fullInstant, isInstant, parseSeoul, shortInstant } from './seoul-time.ts'

interface InstantInputProps {
  id: string
  label: string
  /** Placeholder while empty: 'as soon as it is saved'. */
  none: string
  value: string | null
  /** ISO 8601 in UTC; unreadable input is passed on unchanged, so that the schema reports it. */
  onChange: (instant: string | null) => void
  onBlur?: () => void
  error?: string | undefined
  /** A date without a time means the end of that day. */
  endOfDay?: boolean
}

/** Date and time in Seoul, typed freely (`11.24 9:00`, `내일 18:00`) or picked from a calendar. */
export function InstantInput({ id, label, none, value, onChange, onBlur, error, endOfDay }: InstantInputProps) {
  const shown = value === null ? '' : isInstant(value) ? shortInstant(value) : value
  const [typed, setTyped] = useState(shown)
  const [opened, setOpened] = useState(false)
  useEffect(() => setTyped(shown), [shown])
  const time = endOfDay ? '23:59' : '09:00'

  const commit = () => {
    if (typed !== shown) {
      const read = parseSeoul(typed, new Date(), time)
      onChange(read === undefined ? typed : read)
    }
    onBlur?.()
  }
  const known = value !== null && isInstant(value)
  return (
    <TextInput
      id={id}
      aria-label={label}
      placeholder={none}
      value={typed}
      error={error}
      {...(known && { title: fullInstant(value) })}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (pressedKey(event) === 'Enter') commit()
        if (pressedKey(event) === 'ArrowDown' && event.altKey) setOpened(true)
      }}
      rightSection={
        <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus>
          <Popover.Target>
            <ActionIcon size="sm" aria-label={m.form_pick_date({ label })} onClick={() => setOpened(!opened)}>
              <Icon name="calendar" size={14} />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown>
            <DatePicker
              value={known ? formatSeoulDay(value) : null}
              defaultDate={known ? formatSeoulDay(value) : formatSeoulDay(new Date())}
              onChange={(date) => {
                if (date) onChange(fromSeoul(`${date}T${known ? clockTime(value) : time}`) ?? null)
                setOpened(false)
              }}
            />
          </Popover.Dropdown>
        </Popover>
      }
    />
  )
}
