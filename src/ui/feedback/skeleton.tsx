import type { CSSProperties } from 'react'
import styles from './skeleton.module.css'

/** A block of the final size while something loads; comes only after 300 ms and does not shimmer. */
export function Skeleton({ width, height }: { width: CSSProperties['width']; height: CSSProperties['height'] }) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden="true" />
}
