import { createElement, Fragment } from 'react'
import { splitUnbroken } from './non-breaking-units.ts'
import styles from './unbroken-text.module.css'

/** Keeps the parts of an address, number or personal name on one line (see `splitUnbroken`). */
export function UnbrokenText({ text }: { text: string }) {
  const words = splitUnbroken(text).map((part, at) =>
    at % 2 ? createElement('span', { className: styles.unbroken }, part) : part,
  )
  return createElement(Fragment, null, ...words)
}
