import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import clsx from 'clsx'
import { useContext, useEffect, useRef, useState } from 'react'
import { UNSAFE_DataRouterContext } from 'react-router'
import { m } from '#messages/messages.js'
import { Icon } from '../parts/icon.tsx'
import styles from './search-field.module.css'
import { isTyping } from './state/use-row-keys.ts'

interface SearchFieldProps {
  placeholder: string
  /** The words the list shows now. */
  value: string
  change: (words: string) => void
  className?: string | undefined
}

const floating = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [data-combobox]'

/**
 * The words of a list, which `/` leads to. They take effect a quarter of a second after the last key, and at once with
 * Enter; Esc empties the field, then leaves it.
 */
export function SearchField({ placeholder, value, change, className }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const field = useRef<HTMLInputElement>(null)
  // What this field asked for last. Another value came from elsewhere (a view, the way back) and is taken over; its own
  // comes late, when more may have been typed.
  const asked = useRef(value)
  const ask = (words: string) => {
    asked.current = words
    change(words)
  }
  const router = useContext(UNSAFE_DataRouterContext)?.router
  // A record may have been opened meanwhile: its screen is on its way, and an address of the list would call it off.
  const later = useDebouncedCallback((words: string) => {
    const leads = router?.state.navigation.location
    if (!leads || leads.pathname === router.state.location.pathname) ask(words)
  }, 250)
  useEffect(() => {
    if (value === asked.current) return
    later.cancel()
    asked.current = value
    setTyped(value)
  }, [value, later])
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target) || (event.target instanceof Element && event.target.closest(floating))) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  /** At once; what waits for its quarter of a second would bring the words of before. */
  const now = (words: string) => {
    later.cancel()
    ask(words)
  }
  const clear = () => {
    setTyped('')
    now('')
  }
  return (
    <TextInput
      className={clsx(styles.field, className)}
      ref={field}
      type="search"
      value={typed}
      maxLength={100}
      placeholder={placeholder}
      aria-label={`${m.list_search_label()}: ${placeholder}`}
      leftSection={<Icon name="search" />}
      rightSection={
        typed ? (
          <CloseButton size="sm" aria-label={m.list_search_clear()} onClick={clear} />
        ) : (
          <span aria-hidden="true">
            <kbd>/</kbd>
          </span>
        )
      }
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        later(currentTarget.value.trim())
      }}
      onKeyDown={(event) => {
        // Keys that finish a Korean or Chinese letter are the input method's.
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') now(typed.trim())
        if (event.key === 'Escape') {
          // The first Esc empties the field, the second leaves it.
          if (typed) clear()
          else event.currentTarget.blur()
          event.preventDefault()
        }
      }}
    />
  )
}
