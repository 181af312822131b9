import { Link } from 'react-router'
import { place } from '../localize-path.ts'
import { isAt, type MenuEntry } from '../site-identity.ts'

interface Props {
  menu: readonly MenuEntry[]
  /** Current path without locale. */
  address: string
  className?: string
  linkClassName?: string
}

/** Menu entries as a list, for the header and the drawer. */
export function MenuLinks({ menu, address, className, linkClassName }: Props) {
  return (
    <ul className={className}>
      {menu.map((entry) => (
        <li key={entry.to}>
          <Link
            className={linkClassName}
            to={place(entry.to)}
            reloadDocument={entry.isElsewhere ?? false}
            aria-current={isAt(entry, address) ? 'page' : undefined}
          >
            {entry.title}
          </Link>
        </li>
      ))}
    </ul>
  )
}
