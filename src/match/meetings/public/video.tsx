import { useEffect, useRef } from 'react'

interface VideoProps {
  stream: MediaStream | null
  label: string
  muted?: boolean
  className?: string | undefined
  /** Drawn as in a mirror: one's own picture. */
  mirrored?: boolean
  /** Where its sound comes out; the system's own where nothing was chosen. */
  speaker?: string | undefined
}

/** A live picture with its sound. */
export function Video({ stream, label, muted = false, className, mirrored, speaker }: VideoProps) {
  const element = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (element.current && element.current.srcObject !== stream) element.current.srcObject = stream
  }, [stream])
  useEffect(() => {
    const video = element.current
    if (!video || speaker === undefined) return
    // A speaker that was unplugged meanwhile: the sound stays where it was.
    const choose = () => void video.setSinkId(speaker).catch(() => undefined)
    if (video.readyState >= HTMLMediaElement.HAVE_METADATA) choose()
    // Chosen before a stream is loaded, it is forgotten with the load.
    video.addEventListener('loadedmetadata', choose)
    return () => video.removeEventListener('loadedmetadata', choose)
  }, [speaker])
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
