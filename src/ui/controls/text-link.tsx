import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { Icon } from './icon.tsx'
import styles from './text-link.module.css'

type TextLinkProps = LinkProps & { children: ReactNode; arrow?: boolean }

/** Standalone link: bronze underline and an arrow that moves on hover. */
export function TextLink({ children, arrow = true, className, ...rest }: TextLinkProps) {
  return (
    <Link {...rest} className={clsx(styles.link, className)}>
      {children}
      {arrow && <Icon name="arrow-right" small />}
    </Link>
  )
}
