import { clsx } from 'clsx'
import { type HTMLAttributes, type ReactNode, useId } from 'react'
import { useBound } from './non-breaking-units.ts'
import styles from './section.module.css'

/** Background of a section. Sections are set apart by their background, not by boxes. */
export type Ground = 'ink' | 'paper' | 'white' | 'sand'

interface SectionProps extends Omit<HTMLAttributes<HTMLElement>, 'title'> {
  ground: Ground
  title: string
  lead?: string | undefined
  /** A way on, to the right of the title. */
  act?: ReactNode
  /** No space above: the section before it has the same background. */
  joined?: boolean
  /**
   * Far down the page: laid out, and its fonts fetched, after the first screen (deferred.ts). Its style sheet says
   * in `--expected-height` how high it will be.
   */
  deferred?: boolean
  children: ReactNode
}

/** Title on the left, matter under it. A line break in the title is kept. */
export function Section({ ground, title, lead, act, joined, deferred, children, className, ...rest }: SectionProps) {
  const bound = useBound()
  const id = useId()
  return (
    <section
      {...rest}
      className={clsx(styles.section, joined && styles.joined, deferred && styles.deferred, className)}
      data-ground={ground}
      data-deferred={deferred}
      aria-labelledby={id}
    >
      <div className={styles.head}>
        <SectionTitle id={id} className={styles.kept}>
          {bound(title)}
        </SectionTitle>
        {lead && <p className={styles.lead}>{bound(lead)}</p>}
        {act && <div>{act}</div>}
      </div>
      {children}
    </section>
  )
}

/** A heading as the title of a section, for parts that lay themselves out. */
export function SectionTitle({ className, children, ...rest }: HTMLAttributes<HTMLHeadingElement>) {
  return (
    <h2 {...rest} className={clsx(styles.title, className)}>
      {children}
    </h2>
  )
}
