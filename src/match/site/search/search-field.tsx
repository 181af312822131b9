import type { SyntheticEvent } from 'react'
import { useNavigate } from 'react-router'
import { m } from '#messages/messages.js'
import { Button } from '#ui/controls/button.tsx'
import { searchPath } from '../layout/match-paths.ts'
import styles from './search-page.module.css'

/** Search form that also works without JavaScript: the target page then reads `?keyword=`. */
export function SearchField({ keyword }: { keyword: string }) {
  const navigate = useNavigate()
  const send = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get('keyword')
    void navigate(searchPath(typeof typed === 'string' ? typed : ''))
  }
  return (
    <search>
      <form key={keyword} action={searchPath('')} className={styles.form} onSubmit={send}>
        <input
          type="search"
          name="keyword"
          aria-label={m.match_search_field()}
          placeholder={m.match_search_field()}
          defaultValue={keyword}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={100}
        />
        <Button type="submit">{m.match_search()}</Button>
      </form>
    </search>
  )
}
