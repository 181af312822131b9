import { createElement, Fragment } from 'react'
import styles from './unbroken.module.css'

/** Words with a hyphen, and Latin ones with Chinese at their end (`Maru大厦`). */
const together = /(\S*(?:-|[A-Za-z][\u4e00-\u9fff])\S*)/

/**
 * Keeps together what belongs together in an address or a number: words with hyphens (`Songpa-gu`, `000-00-00000`),
 * a street with its number (`너른마루길 218`, `218 Neoreunmaru-gil`, `Mulnaru-gil 64号`), and the two parts of a name
 * (`Seo I-hyeon`).
 */
export function Unbroken({ text }: { text: string }) {
  const words = text
    .replace(
      /([로길]|-(?:gil|ro|daero)) (?=\d)|(\d) (?=[A-Z][a-z]*-)|([A-Z][a-z]+) (?=[A-Z][a-z]*-[a-z])/g,
      '$1$2$3\u00a0',
    )
    .replace(/(\d)(?=[号层])/g, '$1\u2060')
    .split(together)
    .map((part, at) => (at % 2 ? createElement('span', { className: styles.unbroken }, part) : part))
  return createElement(Fragment, null, ...words)
}
