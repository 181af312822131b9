import { UnstyledButton } from '@mantine/core'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { m } from '#messages/messages.js'
import { Icon } from '../parts/icon.tsx'
import styles from './form.module.css'
import { fieldId, HelpProvider } from './form-context.ts'
import redline from './redline.module.css'

interface FieldRowProps {
  name: string
  label: string
  help: string | undefined
  /** Something in it is not saved. */
  changed: boolean
  /** Something in it is to be corrected. */
  wrong: boolean
  undo: () => void
  /** The label names one input; otherwise it names the group. */
  single: boolean
  /** May use more than 600. */
  wide: boolean
  children: ReactNode
}

/** A field beside its name, and what is about it left of the margin line: undo, and the bar of a redlined contract. */
export function FieldRow({ name, label, help, changed, wrong, undo, single, wide, children }: FieldRowProps) {
  const id = fieldId(name)
  return (
    <div
      className={clsx(redline.bar, styles.row)}
      data-changed={changed || undefined}
      data-wrong={wrong || undefined}
      id={`${id}-row`}
    >
      <div className={styles.margin}>
        {changed && (
          <UnstyledButton className={redline.undo} onClick={undo} aria-label={m.form_undo_field({ label })}>
            <Icon name="undo" size={14} />
          </UnstyledButton>
        )}
      </div>
      <div className={styles.name}>
        {single ? (
          <label className={styles.label} htmlFor={id}>
            {label}
          </label>
        ) : (
          <span className={styles.label} id={`${id}-label`}>
            {label}
          </span>
        )}
        {help && (
          <p className={styles.help} id={`${id}-help`} aria-hidden={single || undefined}>
            {help}
          </p>
        )}
      </div>
      <div
        className={styles.control}
        data-wide={wide || undefined}
        {...(!single && {
          role: 'group',
          'aria-labelledby': `${id}-label`,
          ...(help && { 'aria-describedby': `${id}-help` }),
        })}
      >
        <HelpProvider value={single ? help : undefined}>{children}</HelpProvider>
      </div>
    </div>
  )
}
