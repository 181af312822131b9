import { type RefObject, useEffect, useRef, useState } from 'react'

/** Milliseconds between two scans, and during which a repeated code is ignored. */
const [pause, same] = [150, 4000]

export type CameraState = 'off' | 'asking' | 'on' | 'refused' | 'none'

interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>
}
declare global {
  interface Window {
    /** Shape Detection API; not in every browser. */
    BarcodeDetector?: {
      new (options: { formats: string[] }): Detector
      getSupportedFormats(): Promise<string[]>
    }
  }
}

type Read = (video: HTMLVideoElement) => Promise<string | null>

const builtIn = async (): Promise<Read | null> => {
  const { BarcodeDetector } = window
  const formats = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? []
  if (!BarcodeDetector || !formats.includes('qr_code')) return null
  const detector = new BarcodeDetector({ formats: ['qr_code'] })
  return async (video) => (await detector.detect(video))[0]?.rawValue ?? null
}

/** Decoder for browsers without one, loaded on demand. */
const loaded = async (): Promise<Read> => {
  // CommonJS module: its default export is the module, which has the function under the same name.
  const { default: decode } = (await import('jsqr')).default
  const canvas = document.createElement('canvas')
  const drawing = canvas.getContext('2d', { willReadFrequently: true })
  return async (video) => {
    const [width, height] = [video.videoWidth, video.videoHeight]
    if (!drawing || width === 0) return null
    canvas.width = width
    canvas.height = height
    drawing.drawImage(video, 0, 0)
    return decode(drawing.getImageData(0, 0, width, height).data, width, height)?.data ?? null
  }
}

/** Opens the camera and calls `onCode` with each QR code once while it is held in view. */
export const useCamera = (
  video: RefObject<HTMLVideoElement | null>,
  wanted: boolean,
  onCode: (text: string) => void,
) => {
  const [state, setState] = useState<CameraState>('off')
  const latest = useRef(onCode)
  useEffect(() => {
    latest.current = onCode
  }, [onCode])
  useEffect(() => {
    if (!wanted) return
    let isOver = false
    let timer: number | undefined
    let stream: MediaStream | undefined
    const last = { text: '', at: 0 }
    const watch = async () => {
      if (!navigator.mediaDevices) return setState('none')
      setState('asking')
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      } catch (error) {
        return setState(error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : 'none')
      }
      const element = video.current
      if (isOver || !element) {
        for (const track of stream.getTracks()) track.stop()
        return
      }
      element.srcObject = stream
      await element.play().catch(() => undefined)
      const read = (await builtIn()) ?? (await loaded())
      setState('on')
      const look = async () => {
        if (isOver) return
        const text = await read(element).catch(() => null)
        const now = Date.now()
        if (text && (text !== last.text || now - last.at > same)) latest.current(text)
        if (text) Object.assign(last, { text, at: now })
        timer = window.setTimeout(() => void look(), pause)
      }
      void look()
    }
    void watch()
    return () => {
      isOver = true
      window.clearTimeout(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
      setState('off')
    }
  }, [video, wanted])
  return state
}
