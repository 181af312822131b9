import { Icon } from '../../parts/icon.tsx'
import styles from '../form.module.css'
import { errorId } from '../form-context.ts'

/** Error message under a field. */
export function FieldError({ path, message }: { path: string; message: string | undefined }) {
  return (
    <p className={styles.error} id={errorId(path)} aria-live="polite" hidden={message === undefined}>
      {message !== undefined && (
        <>
          <Icon name="warning" size={12} />
          {message}
        </>
      )}
    </p>
  )
}
