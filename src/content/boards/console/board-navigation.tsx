import { useLocation } from 'react-router'
import { PlaceLink } from '#console/kit/parts/place-link.tsx'
import { textIn } from '#kit/i18n.ts'
import { getLocale } from '#messages/runtime.js'
import { boardsPath, useBoards } from './post-resource.tsx'

/** Navigation entries of the boards under 'posts', each with its number of posts. */
export function BoardNavigation({ onNavigate }: { onNavigate?: (() => void) | undefined }) {
  const { pathname, search } = useLocation()
  const boards = useBoards()
  const chosen = pathname === boardsPath ? new URLSearchParams(search).get('code') : null
  if (boards.length === 0) return null
  return (
    <ul>
      {boards.map(({ code, title, posts }) => (
        <li key={code}>
          <PlaceLink
            to={`${boardsPath}?code=${encodeURIComponent(code)}`}
            label={textIn(getLocale(), title)}
            count={posts.toLocaleString()}
            isOpen={chosen === code}
            isNested
            onNavigate={onNavigate}
          />
        </li>
      ))}
    </ul>
  )
}
