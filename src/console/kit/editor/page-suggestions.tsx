import { UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { m } from '#messages/messages.js'
import { errorMessage } from '#session/error-message.ts'
import type { FoundPage } from '../manifest/console-manifest.ts'
import { useFindPages } from '../manifest/manifests-provider.tsx'
import styles from './toolbar.module.css'

/** True if the input is search words, not the beginning of an address. */
const isWords = (typed: string): boolean => typed !== '' && !/^(\/|#|\.|[a-z]+:|www\.)/i.test(typed)

/** Site pages that match the words, each a button that inserts its address. */
export function PageSuggestions({ typed, choose }: { typed: string; choose: (page: FoundPage) => void }) {
  const find = useFindPages()
  const [words] = useDebouncedValue(typed.trim(), 250)
  const isAsked = isWords(typed.trim()) && isWords(words)
  const { data, error } = useQuery({
    queryKey: ['link', 'pages', words],
    queryFn: ({ signal }) => find(words, signal),
    enabled: isAsked,
  })
  if (!isAsked) return <p className={styles.foundNote}>{m.editor_link_help()}</p>
  if (error) return <p className={styles.foundNote}>{errorMessage(error)}</p>
  if (data?.length === 0) return <p className={styles.foundNote}>{m.editor_link_none()}</p>
  return (
    <ul className={styles.found} aria-label={m.editor_link_pages()} aria-busy={!data}>
      {data?.map((page) => (
        <li key={page.path}>
          <UnstyledButton className={styles.foundPage} onClick={() => choose(page)}>
            <span>{page.title}</span>
            <span className={styles.foundPath}>{page.path}</span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}
