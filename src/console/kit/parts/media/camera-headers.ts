import type { HeadersFunction } from 'react-router'

/** Of a screen that reads codes with the camera (`use-camera.ts`): every other screen is closed to it. */
export const headers: HeadersFunction = () => ({
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()',
})
