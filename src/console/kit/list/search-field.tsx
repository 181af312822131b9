import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import clsx from 'clsx'
import { useContext, useEffect, useRef, useState } from 'react'
import { UNSAFE_DataRouterContext } from 'react-router'
import { m } from '#messages/messages.js'
import { pressedKey } from '#ui/browser/keyboard.ts'
import { isTyping } from '#ui/browser/use-shortcuts.ts'
import { Icon } from '../parts/icon.tsx'
import styles from './search-field.module.css'

interface SearchFieldProps {
  placeholder: string
  /** Current search of the list. */
  value: string
  change: (words: string) => void
  className?: string | undefined
}

const floating = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [data-combobox]'

/**
 * Search field of a list, focused by `/`. Applies 250 ms after the last key, immediately on Enter; Esc clears it, then
 * leaves it.
 */
export function SearchField({ placeholder, value, change, className }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const field = useRef<HTMLInputElement>(null)
  // Last search this field requested. A different value came from elsewhere (a view, history) and replaces the text;
  // its own value arrives late, when the user may have typed more.
  const requested = useRef(value)
  const request = (words: string) => {
    requested.current = words
    change(words)
  }
  const router = useContext(UNSAFE_DataRouterContext)?.router
  // Skip if the user opened a record meanwhile: updating the list's address would cancel that navigation.
  const later = useDebouncedCallback((words: string) => {
    const leads = router?.state.navigation.location
    if (!leads || leads.pathname === router.state.location.pathname) request(words)
  }, 250)
  useEffect(() => {
    if (value === requested.current) return
    later.cancel()
    requested.current = value
    setTyped(value)
  }, [value, later])
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (pressedKey(event) !== '/' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target) || (event.target instanceof Element && event.target.closest(floating))) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  /** Applies immediately and cancels the pending debounce, which would restore the old search. */
  const now = (words: string) => {
    later.cancel()
    request(words)
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
        if (pressedKey(event) === 'Enter') now(typed.trim())
        if (pressedKey(event) === 'Escape') {
          // The first Esc clears the field, the second leaves it.
          if (typed) clear()
          else event.currentTarget.blur()
          event.preventDefault()
        }
      }}
    />
  )
}
