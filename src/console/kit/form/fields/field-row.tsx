import { UnstyledButton } from '@mantine/core'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { m } from '#messages/messages.js'
import { Icon } from '../../parts/icon.tsx'
import styles from '../form.module.css'
import { fieldId, HelpProvider } from '../form-context.ts'
import redline from '../saving/redline.module.css'

interface FieldRowProps {
  name: string
  label: string
  help: string | undefined
  /** True if the field has unsaved changes. */
  isChanged: boolean
  /** True if the field has an error. */
  hasError: boolean
  undo: () => void
  /** True if the label names one input; otherwise it names a group. */
  isSingle: boolean
  /** May be wider than 600 px. */
  isWide: boolean
  children: ReactNode
}

/** Field with its label; left of the margin line are its undo button and change bar. */
export function FieldRow({ name, label, help, isChanged, hasError, undo, isSingle, isWide, children }: FieldRowProps) {
  const id = fieldId(name)
  return (
    <div
      className={clsx(redline.bar, styles.row)}
      data-changed={isChanged || undefined}
      data-wrong={hasError || undefined}
      id={`${id}-row`}
    >
      <div className={styles.margin}>
        {isChanged && (
          <UnstyledButton className={redline.undo} onClick={undo} aria-label={m.form_undo_field({ label })}>
            <Icon name="undo" size={14} />
          </UnstyledButton>
        )}
      </div>
      <div className={styles.name}>
        {isSingle ? (
          <label className={styles.label} htmlFor={id}>
            {label}
          </label>
        ) : (
          <span className={styles.label} id={`${id}-label`}>
            {label}
          </span>
        )}
        {help && (
          <p className={styles.help} id={`${id}-help`} aria-hidden={isSingle || undefined}>
            {help}
          </p>
        )}
      </div>
      <div
        className={styles.control}
        data-wide={isWide || undefined}
        {...(!isSingle && {
          role: 'group',
          'aria-labelledby': `${id}-label`,
          ...(help && { 'aria-describedby': `${id}-help` }),
        })}
      >
        <HelpProvider value={isSingle ? help : undefined}>{children}</HelpProvider>
      </div>
    </div>
  )
}
