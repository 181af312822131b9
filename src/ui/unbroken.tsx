import { createElement, Fragment } from 'react'
import styles from './unbroken.module.css'

/**
 * Keeps together what belongs together in an address or a number: words with hyphens (`Songpa-gu`, `000-00-00000`),
 * and a street with its number (`너른마루길 218`).
 */
export function Unbroken({ text }: { text: string }) {
  const words = text
    .replace(/([로길]) (?=\d)/g, '$1\u00a0')
    .split(/(\S*-\S*)/)
    .map((part) => (part.includes('-') ? createElement('span', { className: styles.unbroken }, part) : part))
  return createElement(Fragment, null, ...words)
}
