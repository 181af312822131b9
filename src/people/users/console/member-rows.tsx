import { VisuallyHidden } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { type Mark, StateShape } from '#console/kit/parts/state-mark.tsx'
import { columnInstant, fullInstant } from '#console/kit/parts/time/seoul-time.ts'
import { m } from '#messages/messages.js'
import type { Member } from '../contract-members.ts'
import styles from './member.module.css'

interface PartProps {
  title: string
  note?: string
  act?: ReactNode
  children: ReactNode
}

/** Section of the page with a heading. */
export function Part({ title, note, act, children }: PartProps) {
  return (
    <section className={styles.part} aria-label={title}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {note && <p>{note}</p>}
        {act && <span className={styles.act}>{act}</span>}
      </div>
      {children}
    </section>
  )
}

interface Row {
  key: string
  mark: Mark | null
  isWrong?: boolean
  cells: ReactNode[]
  /** Content expanded below the row. */
  below?: ReactNode
}

/** Table rows with a mark in the margin. */
export function Rows({ heads, rows, none }: { heads: readonly string[]; rows: readonly Row[]; none: string }) {
  if (rows.length === 0) return <p className={styles.none}>{none}</p>
  return (
    <table className={styles.rows}>
      <thead>
        <tr>
          <th className={styles.margin}>
            <VisuallyHidden>{m.list_column_state()}</VisuallyHidden>
          </th>
          {heads.map((head) => (
            <th key={head}>{head}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, mark, isWrong, cells, below }) => (
          <Fragment key={key}>
            <tr data-wrong={isWrong || undefined}>
              <td className={styles.margin}>{mark && <StateShape mark={mark} />}</td>
              {cells.map((cell, index) => (
                <td key={heads[index]} data-head={heads[index]}>
                  {cell}
                </td>
              ))}
            </tr>
            {below && (
              <tr>
                <td className={styles.margin} />
                <td className={styles.below} colSpan={heads.length}>
                  {below}
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

/** Time, with the full date on hover. */
export const renderInstant = (instant: string) => (
  <time dateTime={instant} title={fullInstant(instant)}>
    {columnInstant(instant)}
  </time>
)

/** Props of a part of the member page. */
export interface MemberPartProps {
  member: Member
  /** True if the current user may change this account. */
  mayChange: boolean
  /** Reloads the member; call it after a change. */
  reload: () => void
}
