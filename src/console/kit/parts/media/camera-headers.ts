import type { HeadersFunction } from 'react-router'

/** Headers of a screen that scans codes with the camera (`use-camera.ts`); all other screens deny camera access. */
export const headers: HeadersFunction = () => ({
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()',
})
