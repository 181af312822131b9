import { Button, Modal, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { m } from '#messages/messages.js'
import { valueAt } from '../../parts/values/value-paths.ts'
import styles from '../form.module.css'
import type { Unit } from './change-units.ts'
import { formatValue } from './format-value.ts'
import { TextDifference } from './text-difference.tsx'

interface ReviewButtonProps {
  changed: readonly Unit[]
  base: unknown
  values: unknown
  formatValue: (path: string, value: unknown) => string | undefined
  /** Button label; defaults to the review of the save. */
  label?: string
  /** Class name, to look like the links of a strip. */
  className?: string | undefined
}

/** Shows the changes beside the stored values before saving. */
export function ReviewButton({
  changed,
  base,
  values,
  formatValue: words,
  label = m.form_review(),
  className,
}: ReviewButtonProps) {
  const [opened, setOpened] = useState(false)
  const text = (of: unknown, path: string) => {
    const value = valueAt(of, path)
    return words(path, value) ?? formatValue(value)
  }
  return (
    <>
      {className ? (
        <UnstyledButton className={className} onClick={() => setOpened(true)}>
          {label}
        </UnstyledButton>
      ) : (
        <Button onClick={() => setOpened(true)}>{label}</Button>
      )}
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={label}
        size={720}
        closeButtonProps={{ 'aria-label': m.form_close() }}
      >
        <dl className={styles.review}>
          {changed.map(({ path, label }) => (
            <div key={path}>
              <dt>{label}</dt>
              <dd>
                <TextDifference base={text(base, path)} next={text(values, path)} />
              </dd>
            </div>
          ))}
        </dl>
      </Modal>
    </>
  )
}
