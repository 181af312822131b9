import { useEffect, useRef } from 'react'

interface VideoProps {
  stream: MediaStream | null
  label: string
  muted?: boolean
  className?: string | undefined
  /** Drawn as in a mirror: one's own picture. */
  mirrored?: boolean
}

/** A live picture with its sound. */
export function Video({ stream, label, muted = false, className, mirrored }: VideoProps) {
  const element = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (element.current && element.current.srcObject !== stream) element.current.srcObject = stream
  }, [stream])
  return (
    <video
      ref={element}
      className={className}
      data-mirrored={mirrored || undefined}
      aria-label={label}
      autoPlay
      playsInline
      muted={muted}
    />
  )
}
