import { Fragment } from 'react'
import { useUnitRule } from '#ui/text/non-breaking-units.ts'
import type { Mark } from '../contract.ts'

interface Piece {
  text: string
  marked: boolean
  at: number
}

const splitAtMarks = (text: string, marks: readonly Mark[]): Piece[] => {
  const pieces: Piece[] = []
  let at = 0
  for (const [from, to] of marks) {
    if (from > at) pieces.push({ text: text.slice(at, from), marked: false, at })
    pieces.push({ text: text.slice(from, to), marked: true, at: from })
    at = to
  }
  if (at < text.length) pieces.push({ text: text.slice(at), marked: false, at })
  return pieces
}

/** Highlights the matched words; renders plain text only, so any content is safe. */
export function HighlightedText({ text, marks }: { text: string; marks: readonly Mark[] }) {
  const bound = useUnitRule()
  return splitAtMarks(text, marks).map((piece) =>
    piece.marked ? <mark key={piece.at}>{piece.text}</mark> : <Fragment key={piece.at}>{bound(piece.text)}</Fragment>,
  )
}
