import { useDebouncedValue } from '@mantine/hooks'
import { Screen } from '../screen/screen.tsx'
import styles from './form.module.css'

const rows = ['a', 'b', 'c', 'd', 'e', 'f']

/** Placeholder while a form loads; appears only after 200 ms. */
export function FormSkeleton({ title, note }: { title: string; note: string }) {
  const [late] = useDebouncedValue(true, 200)
  return (
    <Screen title={title} note={note} foot={<span />}>
      {late && (
        <div className={styles.form} aria-hidden="true">
          {rows.map((row) => (
            <div key={row} className={styles.row}>
              <span />
              <span className={styles.skeletonName} />
              <span className={styles.skeletonControl} />
            </div>
          ))}
        </div>
      )}
    </Screen>
  )
}
