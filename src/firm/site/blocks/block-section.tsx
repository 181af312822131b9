import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { PublicBlock } from '#content/blocks/contract.ts'
import { foreignLang } from '#ui/format/language-attributes.ts'
import type { Ground } from '#ui/text/section.tsx'
import { bindUnits } from '../text/bind-units.ts'
import styles from './block-section.module.css'

/** Block of one kind. */
export type BlockOf<Kind extends PublicBlock['kind']> = Extract<PublicBlock, { kind: Kind }>

interface BlockSectionProps {
  block: PublicBlock
  ground?: Ground
  /** Places the lead above the content instead of below the title. */
  leads?: boolean
  /** Link beside the title. */
  act?: ReactNode
  /** Title above the content, which takes the full width. */
  wide?: boolean
  children?: ReactNode
}

/** Block of a page: title on the left, content on the right from 1200 px. */
export function BlockSection({ block, ground = 'paper', leads, act, wide, children }: BlockSectionProps) {
  const { anchor, title, lead } = block
  const id = `${anchor}-title`
  const lang = foreignLang(block.lang)
  return (
    <section
      id={anchor}
      className={clsx(styles.block, wide && styles.wide)}
      data-ground={ground}
      data-block={block.kind}
      aria-labelledby={id}
    >
      <div className={styles.head}>
        <h2 id={id} className={styles.title} lang={lang}>
          {bindUnits(title)}
        </h2>
        {lead && !leads && (
          <p className={styles.aside} lang={lang}>
            {bindUnits(lead)}
          </p>
        )}
        {act && <div>{act}</div>}
      </div>
      <div className={styles.matter}>
        {lead && leads && (
          <p className={styles.lead} lang={lang}>
            {bindUnits(lead)}
          </p>
        )}
        {children}
      </div>
    </section>
  )
}
