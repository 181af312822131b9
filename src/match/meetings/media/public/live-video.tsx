import { useEffect, useRef } from 'react'

interface LiveVideoProps {
  stream: MediaStream | null
  label: string
  muted?: boolean
  className?: string | undefined
  /** Mirrors the picture, for the user's own camera. */
  mirrored?: boolean
  /** Audio output device; undefined for the system default. */
  speaker?: string | undefined
}

/** Live video with sound. */
export function LiveVideo({ stream, label, muted = false, className, mirrored, speaker }: LiveVideoProps) {
  const element = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (element.current && element.current.srcObject !== stream) element.current.srcObject = stream
  }, [stream])
  useEffect(() => {
    const video = element.current
    if (!video || speaker === undefined) return
    // The speaker may have been unplugged: keep the current output.
    const choose = () => void video.setSinkId(speaker).catch(() => undefined)
    if (video.readyState >= HTMLMediaElement.HAVE_METADATA) choose()
    // Loading a stream resets a sink chosen before it.
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
