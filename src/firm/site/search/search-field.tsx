import { clsx } from 'clsx'
import { type FormEvent, useId } from 'react'
import { useNavigate } from 'react-router'
import { m } from '#messages/messages.js'
import { IconButton } from '#ui/controls/button.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { buildSearchPath } from '../layout/firm-paths.ts'
import styles from './search-field.module.css'

interface SearchFieldProps {
  /** Current keyword. */
  keyword?: string
  className?: string | undefined
  onDone?: () => void
}

/** Search form of header, drawer and results. It works without script: the target page reads `?keyword=`. */
export function SearchField({ keyword, className, onDone }: SearchFieldProps) {
  const navigate = useNavigate()
  const id = useId()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get('keyword')
    onDone?.()
    navigate(buildSearchPath(typeof typed === 'string' ? typed : ''))
  }
  return (
    <search className={clsx(styles.search, className)}>
      <form action={buildSearchPath('')} className={styles.form} onSubmit={submit}>
        <label htmlFor={id}>
          <VisuallyHidden>{m.site_search_field()}</VisuallyHidden>
        </label>
        <input
          id={id}
          className={styles.input}
          type="search"
          name="keyword"
          defaultValue={keyword}
          placeholder={m.site_search_hint()}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={100}
        />
        <IconButton type="submit" icon="search" label={m.site_search_submit()} className={styles.submit} />
      </form>
    </search>
  )
}
