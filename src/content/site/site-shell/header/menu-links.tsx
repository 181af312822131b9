import { Link } from 'react-router'
import { localizePath } from '../../localize-path.ts'
import { isCurrentEntry, type MenuEntry } from '../site-identity.ts'

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
            to={localizePath(entry.to)}
            reloadDocument={entry.isElsewhere ?? false}
            aria-current={isCurrentEntry(entry, address) ? 'page' : undefined}
          >
            {entry.title}
          </Link>
        </li>
      ))}
    </ul>
  )
}
