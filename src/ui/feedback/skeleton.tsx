import type { CSSProperties } from 'react'
import styles from './skeleton.module.css'

/** Placeholder of the final size; appears after 300 ms, without shimmer. */
export function Skeleton({ width, height }: { width: CSSProperties['width']; height: CSSProperties['height'] }) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden="true" />
}
