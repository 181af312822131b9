import type { SVGProps } from 'react'

/** 16 px grid, stroke 1.4, round caps, like the icons of the public sites. */
const shapes = {
  add: 'M8 3v10M3 8h10',
  archive: 'M2.5 3.5h11v3h-11zM3.5 6.5v6h9v-6M6.5 9h3',
  back: 'M13 8H3m4-4.5L2.5 8 7 12.5',
  bold: 'M5 3h3.7a2.4 2.4 0 0 1 0 5H5zm0 5h4.3a2.5 2.5 0 0 1 0 5H5z',
  bookmark: 'M4 2.5h8v11L8 10.6 4 13.5z',
  bullets: 'M6 4h8M6 8h8M6 12h8M2.5 4h.01M2.5 8h.01M2.5 12h.01',
  calendar: 'M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 2v3M10.5 2v3',
  check: 'M3 8.5l3.5 3.5L13 4.5',
  clip: 'M12.5 7.5l-5 5a3 3 0 0 1-4.2-4.2l5.5-5.5a2 2 0 0 1 2.8 2.8l-5.4 5.4a1 1 0 0 1-1.4-1.4l4.9-4.9',
  close: 'M4 4l8 8M12 4l-8 8',
  columns: 'M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  crop: 'M4.5 1.5v10h10M1.5 4.5h10v10',
  down: 'M4 6l4 4 4-4',
  download: 'M8 2.5v7.5M4.5 7L8 10.5 11.5 7M2.5 11v2.5h11V11',
  external: 'M9.5 2.5h4v4M13.5 2.5L7.5 8.5M11.5 9v4.5h-9v-9H7',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6z',
  eyeOff:
    'M2.5 2.5l11 11M6.3 6.4a2 2 0 0 0 2.9 2.8M4.3 4.6C2.5 5.9 1.5 8 1.5 8S4 12.5 8 12.5c1.1 0 2.1-.3 3-.8M6.5 3.7C7 3.6 7.5 3.5 8 3.5c4 0 6.5 4.5 6.5 4.5s-.5.9-1.4 1.9',
  file: 'M4 1.5h5.5L12.5 5v9.5H4zM9.5 1.5V5h3',
  filter: 'M2 3h12L9.5 8.5V13l-3-1.5v-3z',
  focus: 'M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM8 1.5V5M8 11v3.5M1.5 8H5M11 8h3.5',
  forward: 'M3 8h10M9 3.5L13.5 8 9 12.5',
  grip: 'M6 3.5h.01M10 3.5h.01M6 8h.01M10 8h.01M6 12.5h.01M10 12.5h.01',
  heading2: 'M2.5 3.5v9M8 3.5v9M2.5 8H8M10.5 9.2a1.7 1.7 0 0 1 3.3.5c0 1-1.2 1.6-3.3 3.3h3.5',
  heading3: 'M2.5 3.5v9M8 3.5v9M2.5 8H8M10.7 8.5h3l-1.8 2a1.3 1.3 0 1 1-1.5 1.9',
  image: 'M2 3h12v10H2zM2 11l3.5-3.5L9 11l2-2 3 3M10.5 5.5h.01',
  italic: 'M7 3h5M4 13h5M9.5 3l-3 10',
  left: 'M10 3.5L5.5 8l4.5 4.5',
  link: 'M6.8 9.2a2.6 2.6 0 0 0 3.7 0l2.2-2.2A2.6 2.6 0 0 0 9 3.3l-.9.9M9.2 6.8a2.6 2.6 0 0 0-3.7 0L3.3 9A2.6 2.6 0 0 0 7 12.7l.9-.9',
  list: 'M5.5 4h8.5M5.5 8h8.5M5.5 12h8.5M2 4h1M2 8h1M2 12h1',
  lock: 'M4 7h8v6.5H4zM5.5 7V5a2.5 2.5 0 0 1 5 0v2',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  move: 'M2 8h12M4.5 5.5L2 8l2.5 2.5M11.5 5.5L14 8l-2.5 2.5',
  numbers: 'M6.5 4H14M6.5 8H14M6.5 12H14M2 3l1-.5V6M2 10.2c.5-.7 2-.6 2 .3 0 .7-1 1.2-2 2.5h2',
  order: 'M5 13V3M2.5 5.5L5 3l2.5 2.5M11 3v10M8.5 10.5L11 13l2.5-2.5',
  pencil: 'M3 13l.6-2.8L11 2.8l2.2 2.2-7.4 7.4z',
  phone: 'M5.5 2.5L3 3.2c-.6 5 4.8 10.4 9.8 9.8l.7-2.5-2.8-1.6-1.4 1.2c-1.4-.7-2.7-2-3.4-3.4l1.2-1.4z',
  pin: 'M10 2l4 4-3 1-2.5 2.5L8 12 4 8l2.5-.5L9 5zM6 10l-3.5 3.5',
  publish:
    'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8zM1.8 8h12.4M8 1.8c2 1.8 2.7 4 2.7 6.2S10 12.4 8 14.2C6 12.4 5.3 10.2 5.3 8S6 3.6 8 1.8z',
  quote: 'M6.5 4.5C4 5 3 6.8 3 9v2.5h3.5V8H4.6M13 4.5c-2.5.5-3.5 2.3-3.5 4.5v2.5H13V8h-1.9',
  redo: 'M12.5 6.5H6a3.5 3.5 0 0 0 0 7h3M10 3.5l3 3-3 3',
  mail: 'M2 3.5h12v9H2zM2 4l6 5 6-5',
  refresh: 'M13 5.5A5.5 5.5 0 0 0 3 6.5M3 3.5v3h3M3 10.5a5.5 5.5 0 0 0 10-1M13 12.5v-3h-3',
  restore: 'M3 8a5 5 0 1 0 1.5-3.5L3 6M3 3v3h3M8 5.5V8l2 1.3',
  right: 'M6 3.5L10.5 8 6 12.5',
  rule: 'M2.5 8h11M5 4.5L8 2l3 2.5M5 11.5L8 14l3-2.5',
  screen: 'M2 3h12v8H2zM8 11v2.5M5 13.5h6',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.3 10.3L14 14',
  sortDown: 'M8 3v10M4.5 9.5L8 13l3.5-3.5',
  sortUp: 'M8 13V3M4.5 6.5L8 3l3.5 3.5',
  table: 'M2 3h12v10H2zM2 6.5h12M2 9.8h12M6 3v10',
  tag: 'M2 2.5h5.5L14 9l-5 5-6.5-6.5zM5 5.5h.01',
  trash: 'M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.6 9h6.8l.6-9M6.7 7v4M9.3 7v4',
  undo: 'M3.5 6.5H10a3.5 3.5 0 0 1 0 7H7M6 3.5l-3 3 3 3',
  up: 'M4 10l4-4 4 4',
  upload: 'M8 10.5V3M4.5 6L8 2.5 11.5 6M2.5 11v2.5h11V11',
  video: 'M2 3.5h12v9H2zM6.5 6v4l3.5-2z',
  warning: 'M8 2.2L14.5 13.5h-13zM8 6.5v3.2M8 11.6h.01',
} as const

export type IconName = keyof typeof shapes
export const iconNames = Object.keys(shapes) as IconName[]

/** Icon. Always used beside a label or an accessible name. */
export function Icon({
  name,
  size = 16,
  ...rest
}: { name: IconName; size?: number } & Omit<SVGProps<SVGSVGElement>, 'name'>) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.4}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      {...rest}
    >
      <path d={shapes[name]} />
    </svg>
  )
}
