import { type DragEvent, useEffect, useRef, useState } from 'react'

const hasFiles = ({ dataTransfer }: DragEvent | globalThis.DragEvent) => dataTransfer?.types.includes('Files') ?? false

/**
 * Files that are dropped anywhere in the room; nobody is taken out of the meeting by a file that the browser opens in
 * its place.
 */
export const useDrop = (take: ((files: readonly File[]) => void) | undefined) => {
  const [isOver, setOver] = useState(false)
  // Each element within tells of its own edges.
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
