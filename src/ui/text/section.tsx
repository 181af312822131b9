import { clsx } from 'clsx'
import { type HTMLAttributes, type ReactNode, useId } from 'react'
import { useUnitRule } from './non-breaking-units.ts'
import styles from './section.module.css'

/** Background of a section; backgrounds, not boxes, separate the sections. */
export type Ground = 'ink' | 'paper' | 'white' | 'sand'

interface SectionProps extends Omit<HTMLAttributes<HTMLElement>, 'title'> {
  ground: Ground
  title: string
  lead?: string | undefined
  /** Link at the right of the title. */
  act?: ReactNode
  /** No padding above: the preceding section has the same background. */
  isJoined?: boolean
  /**
   * Far down the page: layout and fonts are deferred until after the first screen (show-deferred.ts). Its style sheet
   * must set `--expected-height`.
   */
  isDeferred?: boolean
  children: ReactNode
}

/** Section with its title at the left and content below. Keeps line breaks in the title. */
export function Section({
  ground,
  title,
  lead,
  act,
  isJoined,
  isDeferred,
  children,
  className,
  ...rest
}: SectionProps) {
  const bound = useUnitRule()
  const id = useId()
  return (
    <section
      {...rest}
      className={clsx(styles.section, isJoined && styles.joined, isDeferred && styles.deferred, className)}
      data-ground={ground}
      data-deferred={isDeferred}
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

/** Section heading, for parts with their own layout. */
export function SectionTitle({ className, children, ...rest }: HTMLAttributes<HTMLHeadingElement>) {
  return (
    <h2 {...rest} className={clsx(styles.title, className)}>
      {children}
    </h2>
  )
}
