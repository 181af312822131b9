import { type DragEvent, useEffect, useRef, useState } from 'react'

const hasFiles = ({ dataTransfer }: DragEvent | globalThis.DragEvent) => dataTransfer?.types.includes('Files') ?? false

/**
 * Accepts files dropped anywhere in the room. Prevents the default everywhere else, because the browser would open the
 * file and leave the meeting.
 */
export const useFileDrop = (take: ((files: readonly File[]) => void) | undefined) => {
  const [isOver, setOver] = useState(false)
  // Counts enter and leave events, which also fire for child elements.
  const depth = useRef(0)
  useEffect(() => {
    const keep = (event: globalThis.DragEvent) => {
      if (hasFiles(event)) event.preventDefault()
    }
    window.addEventListener('dragover', keep)
    window.addEventListener('drop', keep)
    return () => {
      window.removeEventListener('dragover', keep)
      window.removeEventListener('drop', keep)
    }
  }, [])
  const enter = (step: number) => (event: DragEvent) => {
    if (!take || !hasFiles(event)) return
    depth.current += step
    setOver(depth.current > 0)
  }
  return {
    isOver,
    handlers: {
      onDragEnter: enter(1),
      onDragLeave: enter(-1),
      onDrop: (event: DragEvent) => {
        depth.current = 0
        setOver(false)
        const files = [...event.dataTransfer.files]
        if (take && files.length > 0) take(files)
      },
    },
  }
}
