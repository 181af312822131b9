import { createElement, Fragment } from 'react'
import { partsOf } from './non-breaking-units.ts'
import styles from './unbroken-text.module.css'

/** Keeps together what belongs together in an address, a number or the name of a person (`partsOf` says what). */
export function Unbroken({ text }: { text: string }) {
  const words = partsOf(text).map((part, at) =>
    at % 2 ? createElement('span', { className: styles.unbroken }, part) : part,
  )
  return createElement(Fragment, null, ...words)
}
