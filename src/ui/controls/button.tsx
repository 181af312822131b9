import { clsx } from 'clsx'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { Spinner } from '../feedback/spinner.tsx'
import styles from './button.module.css'
import { Icon, type IconName } from './icon.tsx'

/** `primary`: the one act of a place, bronze, paper on ink. `outline`: any other. `plain`: without a border. */
export type ButtonLook = 'primary' | 'outline' | 'plain'

interface Appearance {
  look?: ButtonLook
  icon?: IconName
  /** 40 high instead of 56, for bars. */
  low?: boolean
  children: ReactNode
}

const classOf = ({ look = 'primary', low }: Pick<Appearance, 'look' | 'low'>, className?: string) =>
  clsx(styles.button, styles[look], low && styles.low, className)

const contentOf = ({ icon, children }: Pick<Appearance, 'icon' | 'children'>) => (
  <>
    {icon && <Icon name={icon} small />}
    <span>{children}</span>
  </>
)

type ButtonProps = Appearance & ButtonHTMLAttributes<HTMLButtonElement> & { busy?: boolean }

/**
 * `busy` shows that it works and ignores a second press; `disabled` keeps its place, and the reason is shown beside it.
 */
export function Button({ look, icon, low, busy = false, children, className, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classOf({ look, low }, className)}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy && <Spinner />}
      {contentOf({ icon: busy ? undefined : icon, children })}
    </button>
  )
}

/** The same look for a place to go to. An address outside the router (`tel:`, another origin) is a plain link. */
export function ButtonLink({ look, icon, low, children, className, to, ...rest }: Appearance & LinkProps) {
  return (
    <Link {...rest} to={to} className={classOf({ look, low }, className)}>
      {contentOf({ icon, children })}
    </Link>
  )
}

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & {
  icon: IconName
  label: string
  /** With a border, as slider arrows and scroll-to-top have it. */
  framed?: boolean
}

/** A button that shows only a sign; `label` is its name. At least 44 × 44. */
export function IconButton({ icon, label, framed = false, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={clsx(styles.icon, framed && styles.framed, className)}
    >
      <Icon name={icon} />
    </button>
  )
}
