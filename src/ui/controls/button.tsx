import { clsx } from 'clsx'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { Spinner } from '../feedback/spinner.tsx'
import styles from './button.module.css'
import { Icon, type IconName } from './icon.tsx'

/** `primary`: the main action of a place, bronze, paper on ink. `outline`: other actions. `plain`: without border. */
export type ButtonLook = 'primary' | 'outline' | 'plain'

interface Appearance {
  look?: ButtonLook
  icon?: IconName
  /** 40 px high instead of 56, for bars. */
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

/** `busy` shows a spinner and ignores further clicks; for `disabled`, show the reason beside the button. */
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

/** Link that looks like a button. Addresses outside the router (`tel:`, another origin) become plain links. */
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
  /** With border, as on slider arrows and the scroll-to-top button. */
  framed?: boolean
}

/** Icon button; `label` is its accessible name. At least 44 × 44 px. */
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
